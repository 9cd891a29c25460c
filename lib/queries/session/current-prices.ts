import { findPrices, type PriceTable } from "@/lib/core/models/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";

/** For a replay without prices of its own. */
export async function readCurrentPrices(
  db: Database,
  project: string,
  model: string | null,
): Promise<PriceTable> {
  return findPrices(model, await projectModels(db, project));
}
