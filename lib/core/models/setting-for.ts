import { normaliseModelName, isModel } from "./model-name";
import type { ModelSetting } from "./model-settings";

/** The project's setting for a model. Of several that name it, the longest name is the most exact one. */
export function findSetting(
  settings: readonly ModelSetting[],
  model: string | null,
): ModelSetting | undefined {
  if (model === null || settings.length === 0) return undefined;
  const name = normaliseModelName(model);
  return settings
    .map((setting) => ({ setting, id: normaliseModelName(setting.model) }))
    .filter(({ id }) => isModel(name, id))
    .sort((a, b) => b.id.length - a.id.length)[0]?.setting;
}
