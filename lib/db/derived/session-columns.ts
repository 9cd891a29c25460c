import type { Session, Turn } from "@/lib/core/trace/session";
import { at } from "@/lib/core/assert";
import { sessionKey } from "../session-id";

interface Column {
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

/** The derived columns of a session's own row: identity, counts, and what lists are sorted by. */
export function sessionColumns(project: string, session: Session): Record<string, Column> {
  const { meta } = session;
  const peak = peakOf(session.turns);
  const limit = peak?.contextWindow ?? meta.contextWindow;
  return {
    name: text(meta.name),
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
    turns: int(session.turns.length),
    blocks: int(session.blocks.length),
    tool_calls: int(session.toolCalls),
    repeated_calls: int(session.repeats.length),
    evictions: int(session.evictions.length),
    compactions: int(session.compactions.length),
    evicted_tokens: int(evictedTokens(session)),
    peak_window: int(peak?.window.tokens.value ?? null),
    peak_turn: int(peak?.index ?? null),
    peak_provenance: text(peak?.window.tokens.provenance ?? "unavailable"),
    peak_share: {
      type: "float8",
      value:
        peak?.window.tokens.value == null || limit === null || limit === 0
          ? null
          : peak.window.tokens.value / limit,
    },
    tags: json(meta.tags),
    extra: json({
      policy: meta.policy,
      notes: meta.notes,
      reported: meta.reported,
      warnings: session.warnings,
      gaps: session.gaps,
      calibration: session.calibration,
    }),
  };
}

function evictedTokens({ evictions }: Session): number | null {
  const known = evictions.filter((eviction) => eviction.tokensFreed !== null);
  if (evictions.length > 0 && known.length === 0) return null;
  return known.reduce((sum, eviction) => sum + (eviction.tokensFreed ?? 0), 0);
}

function peakOf(turns: readonly Turn[]): Turn | null {
  const known = turns.filter((turn) => turn.window.tokens.value !== null);
  if (known.length === 0) return null;
  return known.reduce(
    (peak, turn) => ((turn.window.tokens.value ?? 0) > (peak.window.tokens.value ?? 0) ? turn : peak),
    at(known, 0),
  );
}
