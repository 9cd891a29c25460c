import type { SessionTotals } from "@/lib/core/trace/fold/session-totals";
import { sessionKey } from "../session-id";
import type { Assigned, Assignments } from "./sessions-write";

const text = (value: string | null): Assigned => ({ type: "text", value });
const int = (value: number | null): Assigned => ({ type: "int", value });
const time = (value: number | null): Assigned => ({ type: "bigint", value });
const json = (value: object): Assigned => ({ type: "jsonb", value });

/** What somebody has given the session stands instead of what its events say. */
export function sessionColumns(project: string, totals: SessionTotals): Assignments {
  const { meta, peak } = totals;
  return {
    name: { ...text(meta.name), becomes: `coalesce(s.given_name, t."name")` },
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
    tags: { ...json(meta.tags), becomes: `coalesce(s.given_tags, t."tags"::jsonb)` },
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
