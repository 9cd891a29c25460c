import type { SessionTotals } from "@/lib/core/trace/fold/session-totals";
import { readWorkPlace } from "@/lib/core/trace/work-place";
import { makeSessionKey } from "../session-id";
import type { SessionColumn } from "./sessions-write";

/** What the row of a session says that its events say. */
interface Said {
  readonly project: string;
  readonly growth: { readonly totals: SessionTotals };
}

type Value = (meta: SessionTotals["meta"], totals: SessionTotals, project: string) => unknown;

function makeColumn(name: string, type: string, value: Value, becomes?: string): SessionColumn<Said> {
  const getValue = ({ project, growth: { totals } }: Said) => value(totals.meta, totals, project);
  return { name, type, of: getValue, ...(becomes !== undefined && { becomes }) };
}

/** What somebody has given the session stands instead of what its events say. */
export const SESSION_COLUMNS: readonly SessionColumn<Said>[] = [
  makeColumn("name", "text", (meta) => meta.name, `coalesce(session.given_name, t."name")`),
  makeColumn("agent", "text", (meta) => meta.agent),
  makeColumn("model", "text", (meta) => meta.model),
  makeColumn("role", "text", (meta) => meta.role),
  makeColumn(
    "parent_id",
    "uuid",
    ({ parent }, _, project) => parent && makeSessionKey(project, parent.session),
  ),
  makeColumn("parent_external", "text", (meta) => meta.parent?.session),
  makeColumn("parent_tool_call", "text", (meta) => meta.parent?.toolCallId),
  makeColumn("forked_from", "text", (meta) => meta.forkedFrom),
  makeColumn("openings", "text[]", (_, totals) => totals.openings),
  makeColumn("source_format", "text", (meta) => meta.source?.format),
  makeColumn("source_file", "text", (meta) => meta.source?.file),
  makeColumn("started_at", "bigint", (meta) => meta.startedAt),
  makeColumn("ended_at", "bigint", (meta) => meta.endedAt),
  makeColumn("outcome", "text", (meta) => meta.outcome),
  makeColumn("outcome_reason", "text", (meta) => meta.outcomeReason),
  makeColumn("context_window", "int", (meta) => meta.contextWindow),
  makeColumn("context_window_provenance", "text", (meta) => meta.contextWindowProvenance),
  makeColumn("budget", "int", (meta) => meta.budget),
  makeColumn("turns", "int", (_, totals) => totals.turns),
  makeColumn("blocks", "int", (_, totals) => totals.blocks),
  makeColumn("tool_calls", "int", (_, totals) => totals.toolCalls),
  makeColumn("repeated_calls", "int", (_, totals) => totals.repeats),
  makeColumn("evictions", "int", (_, totals) => totals.evictions),
  makeColumn("compactions", "int", (_, totals) => totals.compactions),
  makeColumn("evicted_tokens", "int", (_, totals) => totals.evictedTokens),
  makeColumn("peak_window", "int", (_, { peak }) => peak?.window.value),
  makeColumn("peak_turn", "int", (_, { peak }) => peak?.turn),
  makeColumn("peak_provenance", "text", (_, { peak }) => peak?.window.provenance ?? "unavailable"),
  makeColumn("peak_share", "float8", (_, totals) => computePeakShare(totals)),
  makeColumn("tags", "jsonb", (meta) => meta.tags, `coalesce(session.given_tags, t."tags"::jsonb)`),
  makeColumn(
    "extra",
    "jsonb",
    ({ policy, notes, budgets, reported, started }, { warnings, gaps, calibration }) => ({
      policy,
      notes,
      budgets,
      reported,
      place: readWorkPlace(started),
      warnings,
      gaps,
      calibration,
    }),
  ),
];

function computePeakShare({ meta, peak }: SessionTotals): number | null {
  const tokens = peak?.window.value ?? null;
  const limit = peak?.contextWindow ?? meta.contextWindow;
  return tokens === null || limit === null || limit === 0 ? null : tokens / limit;
}
