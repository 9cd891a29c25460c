import type { ModelSetting } from "@/lib/core/models/model-settings";
import { computeModelsStamp } from "@/lib/core/models/model-settings";

/**
 * Increase it whenever the same events give other rows. A session is then derived again when more arrives.
 */
const DERIVATION = 10;

/**
 * What derived rows depend on besides the events.
 * @param superseded the number of events that no longer count
 */
export function computeDerivationStamp(superseded: number, models: readonly ModelSetting[]): string {
  return `${DERIVATION}.${superseded}.${computeModelsStamp(models)}`;
}
