import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelsStamp } from "@/lib/core/models/model-settings";

/** Another number whenever the same events give other rows: sessions are derived anew then as soon as more comes. */
const DERIVATION = 3;

/** What derived rows follow from beside the events that count. @param superseded how many events count no more */
export function derivationStamp(superseded: number, models: readonly ModelSetting[]): string {
  return `${DERIVATION}.${superseded}.${modelsStamp(models)}`;
}
