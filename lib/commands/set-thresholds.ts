import { audit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Thresholds } from "@/lib/api/endpoints/thresholds";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/rule/settings";
import type { Database } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";
import { reanalyseJob } from "@/lib/pipeline/jobs/job";
import { workSoon } from "@/lib/pipeline/jobs/work-soon";

/** Workers analyse its sessions again, one after another. */
export async function setThresholds(db: Database, caller: Caller, thresholds: Thresholds): Promise<void> {
  await writeSettings(db, caller.project, { findings: thresholds });
  const defaults = Object.entries(DEFAULT_SETTINGS);
  const detail = Object.fromEntries(
    Object.entries(thresholds).filter(([name, value]) =>
      defaults.every(([of, is]) => of !== name || is !== value),
    ),
  );
  await audit(db, caller, "thresholds.changed", { detail });
  workSoon(db, [reanalyseJob(caller.project)]);
}
