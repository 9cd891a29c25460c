import type { SessionTotals } from "@/lib/core/trace/fold/session-totals";
import { sessionKey } from "../session-id";

interface Column {
  /** A column whose value, if set, is used instead of this one. */
  readonly unless?: "given_name" | "given_tags";
  readonly type: "text" | "int" | "bigint" | "float8" | "uuid" | "jsonb";
  readonly value: unknown;
}

const text = (value: string | null): Column => ({ type: "text", value });
const int = (value: number | null): Column => ({ type: "int", value });
const time = (value: number | null): Column => ({
  type: "bigint",
  value: value === null ? null : BigInt(Math.round(value)),
});

const json = (value: unknown): Column => ({ type: "jsonb", value: JSON.stringify(value) });

export function sessionColumns(project: string, totals: SessionTotals): Record<string, Column> {
  const { meta, peak } = totals;
  return {
    name: { ...text(meta.name), unless: "given_name" },
    agent: text(meta.agent),
    model: text(meta.model),
    role: text(meta.role),
    parent_id: {
      type: "uuid",
      value: meta.parent === null ? null : sessionKey(project, meta.parent.session),
    },
    parent_external: text(meta.parent?.session ?? null),
    parent_tool_call: text(meta.parent?.toolCallId ?? null),
    source_format: text(meta.source?.format ?? null),
    source_file: text(meta.source?.file ?? null),
    started_at: time(meta.startedAt),
    ended_at: time(meta.endedAt),
    outcome: text(meta.outcome),
    outcome_reason: text(meta.outcomeReason),
    context_window: int(meta.contextWindow),
    context_window_provenance: text(meta.contextWindowProvenance),
    budget: int(meta.budget),
    turns: int(totals.turns),
    blocks: int(totals.blocks),
    tool_calls: int(totals.toolCalls),
    repeated_calls: int(totals.repeats),
    evictions: int(totals.evictions),
    compactions: int(totals.compactions),
    evicted_tokens: int(totals.evictedTokens),
    peak_window: int(peak?.window.value ?? null),
    peak_turn: int(peak?.turn ?? null),
    peak_provenance: text(peak?.window.provenance ?? "unavailable"),
    peak_share: { type: "float8", value: peakShare(totals) },
    tags: { ...json(meta.tags), unless: "given_tags" },
    extra: json({
      policy: meta.policy,
      notes: meta.notes,
      budgets: meta.budgets,
      reported: meta.reported,
      warnings: totals.warnings,
      gaps: totals.gaps,
      calibration: totals.calibration,
    }),
  };
}

function peakShare({ meta, peak }: SessionTotals): number | null {
  const tokens = peak?.window.value ?? null;
  const limit = peak?.contextWindow ?? meta.contextWindow;
  return tokens === null || limit === null || limit === 0 ? null : tokens / limit;
}
