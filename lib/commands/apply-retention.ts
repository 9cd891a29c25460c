import type { StepOf } from "@/lib/access/step-of";
import { sayFailure } from "@/lib/db/say-failure";
import { noteSystem, newEntryId, noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import { forgetFailures } from "@/lib/access/throttle";
import { type RetentionRules, type KeptFamily, describeRetention } from "@/lib/core/retention";
import { type Database, getDatabaseUrl } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";
import { deleteSessions } from "@/lib/db/sessions/delete-sessions";
import { readHeldSessions } from "@/lib/db/sessions/sessions-to-keep";
import { forgetJobs } from "@/lib/jobs/saved/saved-jobs";
import { getRetention, readRetentionChoice } from "@/lib/queries/access/get-retention";
import { deleteUnderLock } from "./delete-session";
import { forgetRedactions } from "./shares/redactions";
import { vacuumTables } from "@/lib/db/vacuum";

const DAY_MS = 24 * 60 * 60 * 1_000;
const FAMILIES_AT_ONCE = 50;

export interface AppliedRetention {
  readonly project: string;
  readonly sessions: number;
  /** What was received for them, as it was stored. */
  readonly bytes: number;
}

/**
 * Now, but never later than the time that this process has run for says: a clock that is set forward makes nothing old. After a restart
 * the clock is believed.
 */
function readSteadyNow(): Date {
  return new Date(Math.min(Date.now(), performance.timeOrigin + performance.now()));
}

/**
 * In every project; logs what it did, and removes expired sign-ins. A project whose records are still being processed is left
 * for the next time.
 * @returns the projects in which anything was deleted
 */
export async function applyRetention({
  ctx: { db },
  input: { now = readSteadyNow() },
}: StepOf<"db", { readonly now?: Date | undefined }>): Promise<AppliedRetention[]> {
  const applied: AppliedRetention[] = [];
  for (const { id } of await db.project.findMany({ select: { id: true } })) {
    const { byAge, bySize } = await readRetentionChoice(db, id, await getRetention(db, id), now);
    const families = [...byAge, ...bySize];
    if (families.length === 0) continue;
    try {
      const deletedSums = await deleteOutdated(db, id, families, now);
      if (deletedSums.sessions === 0) continue;
      applied.push({ project: id, ...deletedSums });
    } catch (error) {
      sayFailure(`what ${id} keeps no longer could not be deleted`, error);
    }
  }
  await db.login.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.verification.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.invitation.deleteMany({ where: { expiresAt: { lt: now } } });
  await forgetFailures(db, now);
  await forgetJobs(db, new Date(now.getTime() - DAY_MS));
  await forgetRedactions({ ctx: { db }, input: new Date(now.getTime() - DAY_MS) });
  return applied;
}

/** Deleting many takes a while: what an incident or a share has come to hold meanwhile stays. */
function deleteOutdated(
  db: Database,
  project: string,
  families: readonly KeptFamily[],
  now: Date,
): Promise<{ sessions: number; bytes: number }> {
  return deleteUnderLock({
    ctx: { db, project },
    input: async () => {
      const deletedSums = { sessions: 0, bytes: 0 };
      const entry = newEntryId();
      for (let i = 0; i < families.length; i += FAMILIES_AT_ONCE) {
        const heldSessions = await readHeldSessions(db, project);
        const familiesNow = families
          .slice(i, i + FAMILIES_AT_ONCE)
          .filter(({ members }) => !members.some((member) => heldSessions.has(member)));
        const before = deletedSums.sessions;
        deletedSums.bytes += familiesNow.reduce((sum, { bytes }) => sum + bytes, 0);
        const { bytes } = deletedSums;
        deletedSums.sessions += await deleteSessions(
          db,
          project,
          familiesNow.flatMap(({ members }) => members),
          {
            before: now,
            noted: (tx, sessions) =>
              noteSystem(tx, project, "retention.applied", {
                entry,
                detail: { sessions: before + sessions, bytes },
              }),
          },
        );
      }
      return deletedSums;
    },
  });
}

/** Holds from the next hour on. */
export async function setRetention({
  ctx: { db, caller },
  input: { rules },
}: CommandOf<{ rules: RetentionRules }>): Promise<void> {
  const before = await getRetention(db, caller.project);
  const { days, tags, megabytes } = rules;
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, {
      retentionDays: days,
      retentionTags: tags,
      retentionMegabytes: megabytes,
    });
    await noteInAuditLog(tx, caller, "retention.changed", {
      detail: { now: describeRetention(rules), before: describeRetention(before) },
    });
  });
}

/** Deletes what is kept no longer, and gives its room on the disk back. */
export async function runRetentionTask(db: Database): Promise<void> {
  const applied = await applyRetention({ ctx: { db }, input: {} });
  for (const { project, sessions, bytes } of applied)
    console.warn(
      `deleted ${sessions} sessions of ${project}, for which ${Math.round(bytes / 1_000)} kB were kept`,
    );
  await vacuumTables(getDatabaseUrl(), { of: applied.length > 0 ? "deleted" : "mostly empty" });
}
