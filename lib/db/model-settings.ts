import { z } from "zod";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelSettingsSchema } from "@/lib/core/models/model-settings";
import type { Queryable } from "./client";

const settingsColumn = z.object({ models: modelSettingsSchema.catch([]) });

export function parseModelSettings(settings: unknown): readonly ModelSetting[] {
  return settingsColumn.safeParse(settings ?? {}).data?.models ?? [];
}

/** What the project has set about models: windows and prices. */
export async function projectModels(db: Queryable, project: string): Promise<readonly ModelSetting[]> {
  const [row] = await db.$queryRawUnsafe<{ settings: unknown }[]>(
    "SELECT settings FROM project WHERE id = $1",
    project,
  );
  return parseModelSettings(row?.settings);
}
