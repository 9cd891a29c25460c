import type { ModelsResult, SeenModel } from "@/lib/api/endpoints/models";
import { groupBy } from "@/lib/core/group-by";
import { findModel, findTableWindow } from "@/lib/core/models/find-model";
import { MODEL_TABLE_DATE } from "@/lib/core/models/model-table";
import type { PriceTable } from "@/lib/core/models/prices";
import { priceChanges, findPrices } from "@/lib/core/models/prices";
import type { Database } from "@/lib/db/client";
import { projectModels } from "@/lib/db/model-settings";
import { limitColumn } from "../reading/session-view";

/** How many models the settings list: those that most sessions used. */
const SEEN_MAX = 100;
const WINDOWS_OF_MODEL = 4;

export async function getModels(db: Database, project: string): Promise<ModelsResult> {
  const [models, rows] = await Promise.all([
    projectModels(db, project),
    db.session.groupBy({
      by: ["model", "contextWindow", "contextWindowProvenance"],
      where: { projectId: project, model: { not: null } },
      _count: { _all: true },
      orderBy: [{ _count: { model: "desc" } }, { model: "asc" }, { contextWindow: "asc" }],
      take: SEEN_MAX * WINDOWS_OF_MODEL,
    }),
  ]);
  return {
    models: [...models],
    tableDate: MODEL_TABLE_DATE,
    seen: [...groupBy(rows, ({ model }) => model ?? "")]
      .map(([model, sizes]) => describeSeenModel(model, sizes))
      .sort((a, b) => b.sessions - a.sessions)
      .slice(0, SEEN_MAX),
  };
}

interface SeenSize {
  readonly contextWindow: number | null;
  readonly contextWindowProvenance: string | null;
  readonly _count: { readonly _all: number };
}

/** The window that most of its sessions have where one is known, as their pages show it. */
function describeSeenModel(model: string, sizes: readonly SeenSize[]): SeenModel {
  const knownSizes = sizes.filter(({ contextWindow }) => contextWindow !== null);
  const [mostUsed] = knownSizes.length > 0 ? knownSizes : sizes;
  const contextWindow = mostUsed?.contextWindow ?? null;
  return {
    model,
    sessions: sizes.reduce((sum, { _count }) => sum + _count._all, 0),
    contextWindow,
    contextWindowProvenance: limitColumn.parse(mostUsed?.contextWindowProvenance ?? null),
    otherWindows: [...new Set(knownSizes.flatMap((size) => size.contextWindow ?? []))].filter(
      (size) => size !== contextWindow,
    ),
    listed: describeListed(model),
  };
}

function describeListed(model: string): SeenModel["listed"] {
  const knownModel = findModel(model);
  if (knownModel === null) return null;
  const earlier = priceChanges(model, []).toReversed();
  return {
    contextWindow: findTableWindow(model, null),
    maxOutput: knownModel.entry.output ?? null,
    currency: knownModel.vendor.currency,
    ...listOf(findPrices(model)),
    earlier: earlier.map((change) => listOf(findPrices(model, [], change - 1))),
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
  const multiplyPrice = (factor: number) =>
    input === null ? null : Math.round(input * factor * 10_000) / 10_000;
  return {
    input,
    output,
    cacheRead: multiplyPrice(cacheRead),
    cacheWrite: multiplyPrice(cacheWrite),
    cacheWriteHour: multiplyPrice(cacheWriteHour),
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
