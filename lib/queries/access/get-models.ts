import type { ModelsResult, SeenModel } from "@/lib/api/endpoints/models";
import { findModel, tableWindow } from "@/lib/core/models/find-model";
import { MODEL_TABLE_DATE } from "@/lib/core/models/model-table";
import type { PriceTable } from "@/lib/core/models/prices";
import { priceChanges, pricesFor } from "@/lib/core/models/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";
import { limitColumn } from "../reading/session-view";

/** How many models the settings list: those that most sessions used. */
const SEEN_MAX = 100;

export async function getModels(db: Database, project: string): Promise<ModelsResult> {
  const [models, rows] = await Promise.all([
    projectModels(db, project),
    db.session.groupBy({
      by: ["model"],
      where: { projectId: project, model: { not: null } },
      _count: { _all: true },
      _max: { contextWindow: true, contextWindowProvenance: true },
      orderBy: [{ _count: { model: "desc" } }, { model: "asc" }],
      take: SEEN_MAX,
    }),
  ]);
  return {
    models: [...models],
    tableDate: MODEL_TABLE_DATE,
    seen: rows.flatMap(({ model, _count, _max }) =>
      model === null
        ? []
        : [
            {
              model,
              sessions: _count._all,
              contextWindow: _max.contextWindow,
              contextWindowProvenance: limitColumn.parse(_max.contextWindowProvenance),
              listed: listedOf(model),
            },
          ],
    ),
  };
}

function listedOf(model: string): SeenModel["listed"] {
  const known = findModel(model);
  if (known === null) return null;
  const earlier = priceChanges(model, []).toReversed();
  return {
    contextWindow: tableWindow(model, null),
    maxOutput: known.entry.output ?? null,
    currency: known.vendor.currency,
    ...listOf(pricesFor(model)),
    earlier: earlier.map((change) => listOf(pricesFor(model, [], change - 1))),
  };
}

/** A price table with prices in place of multiples. */
function listOf(table: PriceTable) {
  const {
    input,
    output,
    cacheRead,
    cacheWrite,
    cacheWriteHour,
    longAbove,
    tiers,
    webSearch,
    before,
    source,
  } = table;
  const times = (factor: number) => (input === null ? null : Math.round(input * factor * 10_000) / 10_000);
  return {
    input,
    output,
    cacheRead: times(cacheRead),
    cacheWrite: times(cacheWrite),
    cacheWriteHour: times(cacheWriteHour),
    long:
      longAbove === null
        ? null
        : { above: longAbove, input: table.longFactor, output: table.longOutputFactor },
    tiers,
    webSearch,
    before,
    source,
  };
}
