import { audit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { reanalyseOutdated } from "@/lib/pipeline/analyse/outdated";
import type { Database } from "@/lib/db/client";
import { writeSettings } from "@/lib/db/project-settings";

/**
 * Sets the model figures of the caller's project. Its sessions are derived and analysed again in the background. A
 * session that is opened before its turn is derived at once.
 */
export async function setModels(
  db: Database,
  caller: Caller,
  models: readonly ModelSetting[],
): Promise<void> {
  await writeSettings(db, caller.project, { models });
  await audit(db, caller, "models.changed", {
    detail: { models: models.map(({ model }) => model).join(", ") },
  });
  void reanalyseOutdated(db, caller.project);
}
