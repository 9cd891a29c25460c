import type { TurnDetail, TurnPoint } from "@/lib/api/schemas/turn";
import { turnDetailSchema } from "@/lib/api/schemas/turn";
import { unpackBySource } from "@/lib/db/derived/by-source";
import { LIMIT_PROVENANCE, PROVENANCE } from "@/lib/db/derived/codes";
import type { Turn as TurnRow } from "@/lib/db/generated/client";
import { isoTime } from "./session-view";

export const SPIKE_TOKENS = 4_000;

const extraColumn = turnDetailSchema
  .pick({
    phase: true,
    stopReason: true,
    error: true,
    visibleTools: true,
    appliedEdits: true,
    completeness: true,
    windowProvenance: true,
    budgets: true,
  })
  .partial()
  .nullable()
  .catch(null);

export function pointOf(row: TurnRow): TurnPoint {
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
    markers: {
      evictions: row.evictions,
      evictedTokens: row.evictedTokens,
      compactions: row.compactions,
      spike: row.causedBy !== null && (row.delta ?? 0) > SPIKE_TOKENS,
    },
  };
}

export function detailOf(row: TurnRow): TurnDetail {
  const { bucket: _bucket, ...point } = pointOf(row);
  const extra = extraColumn.parse(row.extra);
  return {
    ...point,
    turnId: row.turnId,
    endedAt: isoTime(row.endedAt),
    phase: extra?.phase ?? null,
    stopReason: extra?.stopReason ?? null,
    error: extra?.error ?? null,
    visibleTools: extra?.visibleTools ?? null,
    appliedEdits: extra?.appliedEdits ?? null,
    completeness: extra?.completeness ?? "complete",
    windowProvenance: extra?.windowProvenance ?? "measured",
    budgets: extra?.budgets ?? null,
  };
}

function turnUsage({ input, cacheRead, cacheWrite, output, reasoning }: TurnRow): TurnPoint["usage"] {
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const uncached = input === null || (cacheRead === null && cacheWrite === null) ? null : input - cached;
  return { input, uncached, cacheRead, cacheWrite, output, reasoning };
}
