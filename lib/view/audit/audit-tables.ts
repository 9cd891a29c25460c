import type {
  GroupFigures,
  ToolFigures,
  ConstraintFigures,
  CheckpointsFigures,
  RuleFigures,
} from "../answers";
import { formatPercent, count, formatCompact, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { shareInterval } from "../share-interval";
import type { AuditFilters } from "./sessions-href";
import { makeFindingSessionsHref } from "../findings/links";
import { describeConfirmed } from "../findings/verdict-words";
import { makeSessionsHref } from "./sessions-href";

export interface AuditCell {
  readonly text: string;
  readonly href: string | null;
}

export interface AuditTable {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly head: AuditCell;
    readonly cells: readonly AuditCell[];
  }[];
}

function shareCell({ withAbsent, deciding, shareWithAbsent }: GroupFigures): string {
  if (shareWithAbsent === null) return "–";
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${formatPercent(shareWithAbsent)} (${formatPercent(low)} to ${formatPercent(high)})`;
}

export function groupTable(
  title: string,
  note: string,
  by: "outcome" | "agent" | "policy" | "model",
  groups: readonly GroupFigures[],
  filters: AuditFilters,
): AuditTable {
  return {
    title,
    note,
    columns: [
      "Sessions",
      "With decisions",
      "Evidence absent",
      "Share (95% interval)",
      "Decisions",
      "Absent",
      "Absent a session",
    ],
    rows: groups.map((group) => {
      const to = (more: Record<string, string>) =>
        group.value === null ? null : makeSessionsHref({ ...filters, [by]: group.value, ...more });
      const cell = (text: string, more: Record<string, string> = {}): AuditCell => ({ text, href: to(more) });
      const absent = { evidence: "absent" };
      return {
        key: group.value ?? "",
        head: { text: group.value === null ? "not stated" : revealText(group.value), href: to({}) },
        cells: [
          cell(count(group.sessions)),
          makePlainCell(count(group.deciding)),
          cell(count(group.withAbsent), absent),
          cell(shareCell(group), absent),
          makePlainCell(count(group.decisions)),
          cell(count(group.absent), absent),
          cell(formatRate(group.absentPerSession), absent),
        ],
      };
    }),
  };
}

export function buildToolTable(tools: readonly ToolFigures[], filters: AuditFilters): AuditTable {
  return {
    title: "What fills windows",
    note: "Tokens are those of single results; the share is of all tokens that stood in windows, turn by turn.",
    columns: [
      "Sessions",
      "Calls",
      "p50",
      "p95",
      "Max",
      "Share",
      "Turns in window",
      "Evicted",
      "Fetched again",
      "Uses",
      "Absent",
    ],
    rows: tools.map((tool) => {
      const to = (more: Record<string, string> = {}) =>
        makeSessionsHref({ ...filters, tool: tool.tool, ...more });
      return {
        key: tool.tool,
        head: { text: revealText(tool.tool), href: to() },
        cells: [
          { text: count(tool.sessions), href: to() },
          makePlainCell(count(tool.calls)),
          makePlainCell(formatCompact(tool.p50)),
          makePlainCell(formatCompact(tool.p95)),
          { text: formatCompact(tool.max), href: to({ sort: "peak" }) },
          makePlainCell(tool.share === null ? "–" : formatPercent(tool.share)),
          makePlainCell(formatRate(tool.turnsResident)),
          makePlainCell(count(tool.evicted)),
          tool.refetched === 0
            ? makePlainCell("0")
            : { text: count(tool.refetched), href: to({ finding: "refetch.after_eviction" }) },
          makePlainCell(count(tool.uses)),
          tool.usesAbsent === 0
            ? makePlainCell("0")
            : { text: count(tool.usesAbsent), href: to({ evidence: "absent" }) },
        ],
      };
    }),
  };
}

export function buildConstraintTable(
  constraints: readonly ConstraintFigures[],
  filters: AuditFilters,
): AuditTable {
  return {
    title: "Constraints that compactions took out",
    note: "",
    columns: ["Sessions", "Lost", "In other words", "Newest"],
    rows: constraints.map(({ text, sessions, lost, paraphrased, latest }) => ({
      key: text,
      head: { text: revealText(text), href: null },
      cells: [
        makePlainCell(count(sessions)),
        lost === 0
          ? makePlainCell("0")
          : { text: count(lost), href: makeSessionsHref({ ...filters, finding: "constraint.lost" }) },
        makePlainCell(count(paraphrased)),
        { text: `turn ${latest.turn}`, href: `/sessions/${latest.sessionId}/turns/${latest.turn}` },
      ],
    })),
  };
}

export function buildCheckpointTable({
  newest,
  taken,
  judged,
  needless,
  medianLeft,
  medianNeeded,
}: CheckpointsFigures): AuditTable {
  return {
    title: "Checkpoints",
    note:
      judged === 0
        ? `${plural(taken, "checkpoint")}; of none is it known both how many turns were left and how many the session took.`
        : `${count(needless)} of ${plural(judged, "checkpoint")} came although the turns that were left were enough. Median: ${formatRate(medianLeft)} turns left, ${formatRate(medianNeeded)} needed.`,
    columns: ["Turns left", "Turns needed", "Restarts", "Lost"],
    rows: newest.map(({ sessionId, name = null, turn, turnsLeft, turnsNeeded, restarts, lost }) => ({
      key: `${sessionId} ${turn}`,
      head: {
        text: `${revealText(name ?? sessionId)}, turn ${turn}`,
        href: `/sessions/${sessionId}/checkpoints?turn=${turn}`,
      },
      cells: [count(turnsLeft), count(turnsNeeded), count(restarts), count(lost)].map(makePlainCell),
    })),
  };
}

export function buildRuleTable(rules: readonly RuleFigures[]): AuditTable {
  return {
    title: "What people said of findings",
    note: "In all sessions of the project, whatever is chosen above.",
    columns: ["Confirmed", "False", "Not useful"],
    rows: rules.map((rule) => ({
      key: rule.code,
      head: { text: rule.title, href: makeFindingSessionsHref(rule.code) },
      cells: [describeConfirmed(rule), count(rule.false), count(rule.notUseful)].map(makePlainCell),
    })),
  };
}

const makePlainCell = (text: string): AuditCell => ({ text, href: null });

export function formatRate(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
