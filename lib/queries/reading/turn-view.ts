import type { TurnDetail, TurnPoint } from "@/lib/api/schemas/turn";
import { turnDetailSchema, usageSchema } from "@/lib/api/schemas/turn";
import { unpackBySource } from "@/lib/db/derived/by-source";
import { LIMIT_PROVENANCE, PROVENANCE } from "@/lib/db/derived/codes";
import type { Turn as TurnRow } from "@/lib/db/generated/client";
import { isoTime } from "./session-view";

const extraColumn = turnDetailSchema
  .pick({
    phase: true,
    stopReason: true,
    attempts: true,
    visibleTools: true,
    appliedEdits: true,
    completeness: true,
    windowProvenance: true,
    budgets: true,
  })
  .partial()
  .nullable()
  .catch(null);

/** @param spikeTokens the project's threshold of a spike */
export function pointOf(row: TurnRow, spikeTokens: number): TurnPoint {
  return {
    turn: row.turn,
    bucket: { from: row.turn, to: row.turn, turns: 1 },
    at: isoTime(row.at),
    model: row.model,
    contextWindow: row.contextWindow,
    contextWindowProvenance: LIMIT_PROVENANCE.word(row.contextWindowProvenance),
    windowKnown: row.windowKnown,
    windowTokens: row.windowTokens,
    provenance: PROVENANCE.word(row.provenance),
    bySource: unpackBySource(row.bySource),
    residual: row.residual,
    entries: row.entries,
    unsized: row.unsized,
    delta: row.delta,
    deltaProvenance: PROVENANCE.word(row.deltaProvenance),
    modelChanged: row.modelChanged,
    causedByTurn: row.causedBy,
    usage: turnUsage(row),
    toolCalls: row.toolCalls,
    error: errorIn(row.extra),
    markers: {
      evictions: row.evictions,
      evictedTokens: row.evictedTokens,
      compactions: row.compactions,
      spike: row.causedBy !== null && (row.delta ?? 0) > spikeTokens,
    },
  };
}

export function detailOf(row: TurnRow, spikeTokens: number): TurnDetail {
  const { bucket: _bucket, ...point } = pointOf(row, spikeTokens);
  const extra = extraColumn.parse(row.extra);
  return {
    ...point,
    turnId: row.turnId,
    endedAt: isoTime(row.endedAt),
    phase: extra?.phase ?? null,
    stopReason: extra?.stopReason ?? null,
    attempts: extra?.attempts ?? null,
    visibleTools: extra?.visibleTools ?? null,
    appliedEdits: extra?.appliedEdits ?? null,
    completeness: extra?.completeness ?? "complete",
    windowProvenance: extra?.windowProvenance ?? "measured",
    budgets: extra?.budgets ?? null,
  };
}

function errorIn(extra: TurnRow["extra"]): string | null {
  const error = typeof extra === "object" && extra !== null && "error" in extra ? extra.error : null;
  return typeof error === "string" ? error : null;
}

const insideColumn = usageSchema.shape.inside.catch(null);

/** The usage of a turn as its row holds it. */
export function turnUsage(row: TurnRow): TurnPoint["usage"] {
  const { input, cacheRead, cacheWrite, output, reasoning, cacheWriteHour, tier, statedCost, webSearches } =
    row;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const uncached = input === null || (cacheRead === null && cacheWrite === null) ? null : input - cached;
  const inside = row.inside === null ? null : insideColumn.parse(row.inside);
  return {
    ...{ input, uncached, cacheRead, cacheWrite, output, reasoning },
    ...{ cacheWriteHour, tier, statedCost, webSearches, inside },
  };
}
