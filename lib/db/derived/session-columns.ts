import type { SessionTotals } from "@/lib/core/trace/fold/session-totals";
import { workPlaceOf } from "@/lib/core/trace/work-place";
import { sessionKey } from "../session-id";
import type { SessionColumn } from "./sessions-write";

/** What the row of a session says that its events say. */
interface Said {
  readonly project: string;
  readonly growth: { readonly totals: SessionTotals };
}

type Value = (meta: SessionTotals["meta"], totals: SessionTotals, project: string) => unknown;

function column(name: string, type: string, value: Value, becomes?: string): SessionColumn<Said> {
  const of = ({ project, growth: { totals } }: Said) => value(totals.meta, totals, project);
  return { name, type, of, ...(becomes !== undefined && { becomes }) };
}

/** What somebody has given the session stands instead of what its events say. */
export const SESSION_COLUMNS: readonly SessionColumn<Said>[] = [
  column("name", "text", (meta) => meta.name, `coalesce(session.given_name, t."name")`),
  column("agent", "text", (meta) => meta.agent),
  column("model", "text", (meta) => meta.model),
  column("role", "text", (meta) => meta.role),
  column("parent_id", "uuid", ({ parent }, _, project) => parent && sessionKey(project, parent.session)),
  column("parent_external", "text", (meta) => meta.parent?.session),
  column("parent_tool_call", "text", (meta) => meta.parent?.toolCallId),
  column("forked_from", "text", (meta) => meta.forkedFrom),
  column("openings", "text[]", (_, totals) => totals.openings),
  column("source_format", "text", (meta) => meta.source?.format),
  column("source_file", "text", (meta) => meta.source?.file),
  column("started_at", "bigint", (meta) => meta.startedAt),
  column("ended_at", "bigint", (meta) => meta.endedAt),
  column("outcome", "text", (meta) => meta.outcome),
  column("outcome_reason", "text", (meta) => meta.outcomeReason),
  column("context_window", "int", (meta) => meta.contextWindow),
  column("context_window_provenance", "text", (meta) => meta.contextWindowProvenance),
  column("budget", "int", (meta) => meta.budget),
  column("turns", "int", (_, totals) => totals.turns),
  column("blocks", "int", (_, totals) => totals.blocks),
  column("tool_calls", "int", (_, totals) => totals.toolCalls),
  column("repeated_calls", "int", (_, totals) => totals.repeats),
  column("evictions", "int", (_, totals) => totals.evictions),
  column("compactions", "int", (_, totals) => totals.compactions),
  column("evicted_tokens", "int", (_, totals) => totals.evictedTokens),
  column("peak_window", "int", (_, { peak }) => peak?.window.value),
  column("peak_turn", "int", (_, { peak }) => peak?.turn),
  column("peak_provenance", "text", (_, { peak }) => peak?.window.provenance ?? "unavailable"),
  column("peak_share", "float8", (_, totals) => peakShare(totals)),
  column("tags", "jsonb", (meta) => meta.tags, `coalesce(session.given_tags, t."tags"::jsonb)`),
  column(
    "extra",
    "jsonb",
    ({ policy, notes, budgets, reported, started }, { warnings, gaps, calibration }) => ({
      policy,
      notes,
      budgets,
      reported,
      place: workPlaceOf(started),
      warnings,
      gaps,
      calibration,
    }),
  ),
];

function peakShare({ meta, peak }: SessionTotals): number | null {
  const tokens = peak?.window.value ?? null;
  const limit = peak?.contextWindow ?? meta.contextWindow;
  return tokens === null || limit === null || limit === 0 ? null : tokens / limit;
}
