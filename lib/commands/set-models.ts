import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { reanalyseJob } from "@/lib/jobs/job";
import { workSoon } from "@/lib/jobs/work-soon";
import type { Database } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";

/**
 * Sets the model figures of the caller's project. A worker derives and analyses its sessions again.
 */
export async function setModels(
  db: Database,
  caller: Caller,
  models: readonly ModelSetting[],
): Promise<void> {
  await writeSettings(db, caller.project, { models });
  await noteInAuditLog(db, caller, "models.changed", {
    detail: { models: models.map(({ model }) => model).join(", ") },
  });
  workSoon(db, [reanalyseJob(caller.project)]);
}
