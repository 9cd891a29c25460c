import { z } from "zod";
import type { TurnDetail, TurnPoint } from "@/lib/api/schemas/turn";
import { turnDetailSchema } from "@/lib/api/schemas/turn";
import type { BySource } from "@/lib/core/trace/session";
import { PROVENANCES } from "@/lib/core/vocabulary";
import { KIND } from "@/lib/db/derived/codes";
import type { Turn as TurnRow } from "@/lib/db/generated/client";
import { isoTime, limitColumn } from "./session-view";

export const SPIKE_TOKENS = 4_000;

const provenanceColumn = z.enum(PROVENANCES).catch("unavailable");
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
    contextWindowProvenance: limitColumn.parse(row.contextWindowProvenance),
    windowKnown: row.windowKnown,
    windowTokens: row.windowTokens,
    provenance: provenanceColumn.parse(row.provenance),
    bySource: bySourceOf(row.bySource),
    residual: row.residual,
    entries: row.entries,
    unsized: row.unsized,
    delta: row.delta,
    deltaProvenance: provenanceColumn.parse(row.deltaProvenance),
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

function bySourceOf(columns: readonly number[]): BySource {
  const bySource: BySource = {};
  columns.forEach((tokens, i) => {
    const kind = KIND.words[i];
    if (kind !== undefined && tokens !== 0) bySource[kind] = tokens;
  });
  return bySource;
}

function turnUsage({ input, cacheRead, cacheWrite, output, reasoning }: TurnRow): TurnPoint["usage"] {
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const uncached = input === null || (cacheRead === null && cacheWrite === null) ? null : input - cached;
  return { input, uncached, cacheRead, cacheWrite, output, reasoning };
}
