import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Thresholds } from "@/lib/api/endpoints/thresholds";
import type { Database } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";
import { findingSettings } from "@/lib/db/finding-settings";
import { reanalyseJob } from "@/lib/jobs/job";
import { workSoon } from "@/lib/jobs/work-soon";

/** Workers analyse its sessions again, one after another. */
export async function setThresholds(db: Database, caller: Caller, thresholds: Thresholds): Promise<void> {
  const before: Readonly<Record<string, number | null>> = { ...(await findingSettings(db, caller.project)) };
  await writeSettings(db, caller.project, { findings: thresholds });
  const detail = Object.fromEntries(
    Object.entries(thresholds).flatMap(([name, value]) =>
      before[name] === value ? [] : [[name, `${before[name]} → ${value}`]],
    ),
  );
  await noteInAuditLog(db, caller, "thresholds.changed", { detail });
  workSoon(db, [reanalyseJob(caller.project)]);
}
