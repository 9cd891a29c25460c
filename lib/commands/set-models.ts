import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { makeReanalyseJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { writeSettings } from "@/lib/db/project-settings";

/**
 * Sets the model figures of the caller's project. A worker derives and analyses its sessions again.
 */
export async function setModels({
  ctx: { db, caller },
  input: { models },
}: CommandOf<{ models: readonly ModelSetting[] }>): Promise<void> {
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, { models });
    await noteInAuditLog(tx, caller, "models.changed", {
      detail: { models: models.map(({ model }) => model).join(", ") },
    });
  });
  queueSoon(db, [makeReanalyseJob(caller.project)]);
}
