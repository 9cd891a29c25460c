import { z } from "zod";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { DEFAULT_SETTINGS, findingSettingsSchema } from "@/lib/core/findings/rule/settings";
import { findingsStamp } from "@/lib/core/findings/stamp";
import type { Queryable } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";

/** The part of a project's settings that is about findings; what is not as expected there counts as not set. */
const settingsColumn = z.object({ findings: findingSettingsSchema.catch(DEFAULT_SETTINGS) });

/** What a project's settings say of findings. @param settings the column as it is stored */
export function findingSettingsIn(settings: unknown): FindingSettings {
  return settingsColumn.safeParse(settings ?? {}).data?.findings ?? DEFAULT_SETTINGS;
}

/** The thresholds of a project. */
export async function findingSettings(db: Queryable, project: string): Promise<FindingSettings> {
  const [row] = await db.$queryRawUnsafe<{ settings: unknown }[]>(
    "SELECT settings FROM project WHERE id = $1",
    project,
  );
  return findingSettingsIn(row?.settings);
}

/** What findings of a project are made with as its thresholds and its models stand. */
export async function currentStamp(db: Queryable, project: string): Promise<string> {
  return findingsStamp(await findingSettings(db, project), await projectModels(db, project));
}
