import { pricesFor, type PriceTable } from "@/lib/replay/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";

/** The prices of a model in a project, used for a replay that is given no others. */
export async function standingPrices(
  db: Database,
  project: string,
  model: string | null,
): Promise<PriceTable> {
  return pricesFor(model, await projectModels(db, project));
}
