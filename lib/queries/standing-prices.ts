import { pricesFor, type PriceTable } from "@/lib/replay/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";

/** The prices that a replay of this model takes in a project unless it is given others. */
export async function standingPrices(
  db: Database,
  project: string,
  model: string | null,
): Promise<PriceTable> {
  return pricesFor(model, await projectModels(db, project));
}
