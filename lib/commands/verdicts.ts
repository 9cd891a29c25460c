import type { z } from "zod";
import { noteInAuditLog } from "@/lib/access/audit";
import { nameActor } from "@/lib/access/caller";
import type { CommandOf } from "@/lib/access/write-context";
import type { verdictBody, verdictSchema } from "@/lib/api/endpoints/verdicts";
import type { Database, Queryable } from "@/lib/db/client";
import { readFinding, giveVerdict, withdrawVerdict } from "@/lib/db/derived/verdicts";
import { announceChange } from "@/lib/db/notices/notices";
import { makePublicId } from "@/lib/db/session-id";
import { holdSession } from "@/lib/db/sessions/while-there";
import { lockWriter } from "@/lib/db/writer-locks";
import { runInTransaction } from "@/lib/db/direct-statements";
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
export async function sayOfFinding({
  ctx: { db, caller },
  input: { id, finding, verdict, note },
}: CommandOf<Place & z.output<typeof verdictBody>>): Promise<z.output<typeof verdictSchema>> {
  const { sessionId } = await findSession(db, caller.project, id);
  const row = await readFinding(db, sessionId, finding);
  if (row === undefined) throw notFound("the finding");
  const [who, at] = [nameActor(caller.actor), new Date()];
  const given = { ...row, finding, verdict, note: note.toWellFormed(), who, at };
  const isGiven = await announceWrite(db, sessionId, async (tx) => {
    await lockWriter(tx, "analysis", [sessionId]);
    if (!(await holdSession(tx, sessionId)) || !(await giveVerdict(tx, sessionId, given, true))) return false;
    await noteInAuditLog(tx, caller, "verdict.given", {
      target: makePublicId(sessionId),
      detail: { finding, code: row.code, verdict },
    });
    return true;
  });
  if (!isGiven) throw notFound("the session");
  return { verdict, note: given.note, who, at: at.toISOString() };
}

/** @throws AppError `not_found` for an unknown session */
export async function takeBackVerdict({
  ctx: { db, caller },
  input: { id, finding },
}: CommandOf<Place>): Promise<{ withdrawn: boolean }> {
  const { sessionId } = await findSession(db, caller.project, id);
  const withdrawn = await announceWrite(db, sessionId, async (tx) => {
    if (!(await withdrawVerdict(tx, sessionId, finding))) return false;
    await noteInAuditLog(tx, caller, "verdict.withdrawn", {
      target: makePublicId(sessionId),
      detail: { finding },
    });
    return true;
  });
  return { withdrawn };
}

function announceWrite(
  db: Database,
  key: string,
  write: (tx: Queryable) => Promise<boolean>,
): Promise<boolean> {
  return runInTransaction(db, async (tx) => {
    const isWritten = await write(tx);
    if (isWritten) await announceChange(tx, key, null);
    return isWritten;
  });
}
