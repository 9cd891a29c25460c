import { audit, auditSystem } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import { forgetFailures } from "@/lib/access/throttle";
import type { Database } from "@/lib/db/client";
import { readSettings, writeSettings } from "@/lib/db/project-settings";
import { forgetJobs } from "@/lib/pipeline/jobs/saved/saved-jobs";
import { deleteOld } from "./delete-session";
import { forgetRedactions } from "./shares/redactions";

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Applied {
  readonly project: string;
  readonly days: number;
  readonly deleted: number;
}

/** In every project; logs what it did, and removes expired sign-ins. */
export async function applyRetention(db: Database, now = new Date()): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const { id } of await db.project.findMany({ select: { id: true } })) {
    const { retentionDays: days } = await readSettings(db, id);
    if (days === null) continue;
    const deleted = await deleteOld(db, id, new Date(now.getTime() - days * DAY_MS));
    applied.push({ project: id, days, deleted });
    if (deleted > 0)
      await auditSystem(db, id, "retention.applied", { detail: { olderThanDays: days, sessions: deleted } });
  }
  await db.login.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.verification.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.invitation.deleteMany({ where: { expiresAt: { lt: now } } });
  await forgetFailures(db, now);
  await forgetJobs(db, new Date(now.getTime() - DAY_MS));
  await forgetRedactions(db, new Date(now.getTime() - DAY_MS));
  return applied;
}

/** `null` keeps sessions for ever. */
export async function setRetention(db: Database, caller: Caller, days: number | null): Promise<void> {
  const { retentionDays: before } = await readSettings(db, caller.project);
  await writeSettings(db, caller.project, { retentionDays: days });
  await audit(db, caller, "retention.changed", { detail: { days, before } });
}
