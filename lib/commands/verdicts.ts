import type { z } from "zod";
import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { actorName } from "@/lib/access/caller";
import type { verdictBody, verdictSchema } from "@/lib/api/endpoints/verdicts";
import type { Database, Queryable } from "@/lib/db/client";
import { findingById, giveVerdict, withdrawVerdict } from "@/lib/db/derived/verdicts";
import { announceChange } from "@/lib/db/notices/notices";
import { publicId } from "@/lib/db/session-id";
import { holdSession } from "@/lib/db/sessions/while-there";
import { lockWriter } from "@/lib/db/writer-locks";
import { inTransaction } from "@/lib/db/direct-statements";
import { notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/reading/find-session";

interface Place {
  readonly id: string;
  readonly finding: string;
}

/**
 * Stores what the caller says of a finding, in place of what anybody said before.
 * @throws AppError `not_found`
 */
export async function sayOfFinding(
  db: Database,
  caller: Caller,
  { id, finding }: Place,
  { verdict, note }: z.output<typeof verdictBody>,
): Promise<z.output<typeof verdictSchema>> {
  const { sessionId } = await findSession(db, caller.project, id);
  const row = await findingById(db, sessionId, finding);
  if (row === undefined) throw notFound("the finding");
  const [who, at] = [actorName(caller.actor), new Date()];
  const given = { ...row, finding, verdict, note: note.toWellFormed(), who, at };
  const isGiven = await announced(db, sessionId, async (tx) => {
    await lockWriter(tx, "analysis", [sessionId]);
    return (await holdSession(tx, sessionId)) && giveVerdict(tx, sessionId, given, true);
  });
  if (!isGiven) throw notFound("the session");
  await noteInAuditLog(db, caller, "verdict.given", {
    target: publicId(sessionId),
    detail: { finding, code: row.code, verdict },
  });
  return { verdict, note: given.note, who, at: at.toISOString() };
}

/** @throws AppError `not_found` for an unknown session */
export async function takeBackVerdict(
  db: Database,
  caller: Caller,
  { id, finding }: Place,
): Promise<{ withdrawn: boolean }> {
  const { sessionId } = await findSession(db, caller.project, id);
  const withdrawn = await announced(db, sessionId, (tx) => withdrawVerdict(tx, sessionId, finding));
  if (withdrawn)
    await noteInAuditLog(db, caller, "verdict.withdrawn", {
      target: publicId(sessionId),
      detail: { finding },
    });
  return { withdrawn };
}

function announced(db: Database, key: string, write: (tx: Queryable) => Promise<boolean>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isWritten = await write(tx);
    if (isWritten) await announceChange(tx, key, null);
    return isWritten;
  });
}
