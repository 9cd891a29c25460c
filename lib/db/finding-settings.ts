import { z } from "zod";
import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { DEFAULT_SETTINGS, findingSettingsSchema } from "@/lib/core/findings/rule/settings";
import { computeFindingsStamp } from "@/lib/core/findings/stamp";
import type { Queryable } from "./client";
import { projectModels } from "./model-settings";

/** Invalid thresholds count as not set. */
const settingsColumn = z.object({ findings: findingSettingsSchema.catch(DEFAULT_SETTINGS) });

/** @param settings the stored column */
export function parseFindingSettings(settings: unknown): FindingSettings {
  return settingsColumn.safeParse(settings ?? {}).data?.findings ?? DEFAULT_SETTINGS;
}

export async function readFindingSettings(db: Queryable, project: string): Promise<FindingSettings> {
  const [row] = await db.$queryRawUnsafe<{ settings: unknown }[]>(
    "SELECT settings FROM project WHERE id = $1",
    project,
  );
  return parseFindingSettings(row?.settings);
}

export async function readCurrentStamp(db: Queryable, project: string): Promise<string> {
  return computeFindingsStamp(await readFindingSettings(db, project), await projectModels(db, project));
}
