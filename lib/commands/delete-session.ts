import type { StepOf } from "@/lib/access/step-of";
import { newEntryId, noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { Database, StatementsOfOne } from "@/lib/db/client";
import { deleteSessionsBefore, deleteSessionTree } from "@/lib/db/sessions/delete-sessions";
import { holdProjectionLock } from "@/lib/db/raw/projection-lock";
import { parsePublicId, makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { AppError, notFound } from "@/lib/errors";
import { projectJob, makeReanalyseJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { forgetResults } from "@/lib/jobs/saved/saved-jobs";
import { waitForRecords } from "@/lib/db/progress";
import { forgetRecords } from "./forget-records";

const WORKED_OUT_MS = 20_000;
const RETRY_AFTER_S = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * By its public id or its sender's id, with its descendants.
 * @returns how many sessions were deleted
 * @throws AppError `not_found`, also for another project's session
 */
export async function deleteSession({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<number> {
  const key = parsePublicId(id) ?? makeSessionKey(caller.project, id);
  const entry = newEntryId();
  const { sessions: deleted } = await deleteUnderLock({
    ctx: { db, project: caller.project },
    input: async () => ({
      sessions: await deleteSessionTree(db, caller.project, key, (tx, sessions) =>
        noteInAuditLog(tx, caller, "session.deleted", {
          entry,
          target: makePublicId(key),
          detail: { sessions },
        }),
      ),
    }),
  });
  if (deleted === 0) throw notFound("the session");
  return deleted;
}

/** Sessions that received nothing for `days` days; 0 deletes all. */
export async function deleteOlderThan({
  ctx: { db, caller },
  input: { days },
}: CommandOf<{ days: number }>): Promise<number> {
  const entry = newEntryId();
  const noted = (tx: StatementsOfOne, sessions: number) =>
    noteInAuditLog(tx, caller, "sessions.deleted", { entry, detail: { olderThanDays: days, sessions } });
  const before = new Date(Date.now() - days * DAY_MS + (days === 0 ? DAY_MS : 0));
  const { sessions } = await deleteUnderLock({
    ctx: { db, project: caller.project },
    input: async () => ({
      sessions: await deleteSessionsBefore(db, caller.project, before, noted),
    }),
  });
  if (sessions === 0) await db.$transaction((tx) => noted(tx, 0));
  return sessions;
}

/**
 * Deletes sessions while no worker brings any back, and forgets what was received for them.
 * @param work returns at least how many it deleted
 */
export async function deleteUnderLock<Done extends { readonly sessions: number }>({
  ctx: { db, project },
  input: work,
}: StepOf<"db" | "project", () => Promise<Done>>): Promise<Done> {
  await waitUntilWorkedOut(db, project);
  return holdProjectionLock(db, project, async () => {
    const done = await work();
    await forgetRecords({ ctx: { db, project } });
    if (done.sessions > 0) {
      await forgetResults(db, project, "audit");
      queueSoon(db, [makeReanalyseJob(project)]);
    }
    return done;
  });
}

/**
 * Waits, because records that are not processed yet could bring a deleted session back.
 * @throws AppError `unavailable` if workers do not finish in time
 */
async function waitUntilWorkedOut(db: Database, project: string): Promise<void> {
  queueSoon(db, [projectJob(project)]);
  if (await waitForRecords(db, project, WORKED_OUT_MS)) return;
  const message =
    "records of this project are still being processed, and nothing was deleted; try again shortly";
  throw new AppError("unavailable", message, [], RETRY_AFTER_S);
}
