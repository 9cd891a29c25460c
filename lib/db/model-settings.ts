import { z } from "zod";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelSettingsSchema } from "@/lib/core/models/model-settings";
import type { Queryable } from "./client";

/** The part of a project's settings that is about models; what is not as expected there counts as not set. */
const settingsColumn = z.object({ models: modelSettingsSchema.catch([]) });

/** What a project's settings say of models. @param settings the column as it is stored */
export function modelSettings(settings: unknown): readonly ModelSetting[] {
  return settingsColumn.safeParse(settings ?? {}).data?.models ?? [];
}

/** What a project says of models in place of the table. */
export async function projectModels(db: Queryable, project: string): Promise<readonly ModelSetting[]> {
  const [row] = await db.$queryRawUnsafe<{ settings: unknown }[]>(
    "SELECT settings FROM project WHERE id = $1",
    project,
  );
  return modelSettings(row?.settings);
}
