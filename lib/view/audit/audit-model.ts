import type { CostInput } from "../format/cost";
import { compact, count, percent, plural } from "../format/format";
import { shareInterval } from "../share-interval";
import { outdatedStatements } from "../findings/outdated";
import { sessionsHref } from "./sessions-href";
import { spendingStatements, spendingTable } from "./spending-table";
import { visibleText } from "../format/trace-text";

const PENDING_MAX = 1_000;

export interface AuditInput {
  readonly sample: {
    readonly sessions: number;
    readonly limit: number;
    readonly isWhole: boolean;
    readonly pending: number;
    readonly outdated: number;
  };
  readonly total: GroupFacts;
  readonly outcomes: readonly GroupFacts[];
  readonly agents: readonly GroupFacts[];
  readonly models: readonly GroupFacts[];
  readonly policies: readonly GroupFacts[];
  readonly tools: readonly ToolFacts[];
  readonly constraints: readonly ConstraintFacts[];
  readonly checkpoints: CheckpointsFigures;
  readonly spending: Spending & {
    readonly models: readonly (Spending & { readonly model: string | null; readonly calls: number })[];
  };
}

export interface Spending {
  readonly costs: readonly CostInput[];
  /** Milliseconds of a call on average. */
  readonly callMs: number | null;
}

interface GroupFacts {
  readonly value: string | null;
  readonly sessions: number;
  readonly deciding: number;
  readonly withAbsent: number;
  readonly decisions: number;
  readonly absent: number;
  readonly absentPerSession: number | null;
  readonly shareWithAbsent: number | null;
}

interface ToolFacts {
  readonly tool: string;
  readonly sessions: number;
  readonly calls: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  readonly share: number | null;
  readonly turnsResident: number | null;
  readonly evicted: number;
  readonly refetched: number;
  readonly uses: number;
  readonly usesAbsent: number;
}

/** The turns that were left at checkpoints, compared with the turns that the sessions then took. */
interface CheckpointsFigures {
  readonly taken: number;
  readonly judged: number;
  readonly needless: number;
  readonly medianLeft: number | null;
  readonly medianNeeded: number | null;
  readonly newest: readonly {
    readonly sessionId: string;
    /** Absent in audits that were kept before it was part of them. */
    readonly name?: string | null | undefined;
    readonly turn: number;
    readonly turnsLeft: number | null;
    readonly turnsNeeded: number | null;
    readonly restarts: number;
    readonly lost: number;
  }[];
}

interface ConstraintFacts {
  readonly text: string;
  readonly sessions: number;
  readonly lost: number;
  readonly paraphrased: number;
  readonly latest: { readonly sessionId: string; readonly turn: number };
}

export type AuditFilters = Readonly<
  Partial<Record<"agent" | "model" | "policy" | "outcome" | "from" | "to", string | null>>
>;

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

export interface AuditBar {
  readonly key: string;
  readonly label: string;
  /** 0 to 1 of the chart's width. */
  readonly length: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly text: string;
  readonly href: string | null;
}

export interface AuditChart {
  readonly title: string;
  readonly note: string;
  readonly bars: readonly AuditBar[];
}

export interface AuditModel {
  readonly charts: readonly AuditChart[];
  readonly statements: readonly string[];
  readonly tables: readonly AuditTable[];
}

export function auditModel(audit: AuditInput, filters: AuditFilters): AuditModel {
  return {
    statements: statementsOf(audit),
    charts: chartsOf(audit, filters),
    tables: [
      groupTable(
        "Outcomes",
        "Did sessions that ended wrong miss evidence more often?",
        "outcome",
        audit.outcomes,
        filters,
      ),
      groupTable("Agents", "", "agent", audit.agents, filters),
      groupTable("Policies", "", "policy", audit.policies, filters),
      groupTable("Models", "", "model", audit.models, filters),
      spendingTable(audit.spending.models, filters),
      toolTable(audit.tools, filters),
      constraintTable(audit.constraints, filters),
      checkpointTable(audit.checkpoints),
    ].filter(({ rows }) => rows.length > 0),
  };
}

const BARS_MAX = 8;

function chartsOf(audit: AuditInput, filters: AuditFilters): AuditChart[] {
  const shares = (by: "outcome" | "agent", groups: readonly GroupFacts[]): AuditBar[] =>
    groups
      .filter(({ deciding }) => deciding > 0)
      .toSorted((a, b) => b.withAbsent - a.withAbsent || b.deciding - a.deciding)
      .slice(0, BARS_MAX)
      .map((group) => ({
        key: group.value ?? "",
        label: group.value === null ? "not stated" : visibleText(group.value),
        length: group.shareWithAbsent ?? 0,
        interval: shareInterval(group.withAbsent, group.deciding),
        text: `${count(group.withAbsent)} of ${count(group.deciding)}`,
        href:
          group.value === null ? null : sessionsHref({ ...filters, [by]: group.value, evidence: "absent" }),
      }));
  const fullest = Math.max(0.01, ...audit.tools.map(({ share }) => share ?? 0));
  const tools = audit.tools
    .filter(({ share }) => share !== null)
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .slice(0, BARS_MAX)
    .map((tool) => ({
      key: tool.tool,
      label: visibleText(tool.tool),
      length: (tool.share ?? 0) / fullest,
      interval: null,
      text: percent(tool.share),
      href: sessionsHref({ ...filters, tool: tool.tool }),
    }));
  return [
    {
      title: "Evidence absent, by outcome",
      note: "Sessions that took a decision without its evidence, of those that took any; the line is the 95% interval.",
      bars: shares("outcome", audit.outcomes),
    },
    { title: "Evidence absent, by agent", note: "", bars: shares("agent", audit.agents) },
    { title: "What fills windows", note: "Share of all tokens that stood in windows.", bars: tools },
  ].filter(({ bars }) => bars.length > 0);
}

function statementsOf({ sample, total, outcomes, spending }: AuditInput): string[] {
  const { sessions, isWhole, pending, outdated } = sample;
  if (sessions === 0)
    return [
      pending === 0
        ? "No session matches."
        : `${plural(pending, "session")} match, and none of them is analysed yet.`,
    ];
  const rest = pending === 0 ? "" : ` ${plural(pending, "more session")} are not analysed yet.`;
  const [wrong, ok] = ["wrong", "ok"].map((word) => outcomes.find(({ value }) => value === word));
  return [
    `${isWhole ? plural(sessions, "session") : `The newest ${count(sessions)} sessions that match`}.${rest}`,
    total.decisions === 0
      ? "No decision in them is known to rest on evidence."
      : `${count(total.absent)} of ${plural(total.decisions, "decision")} ran on evidence that was not in the window: ${rate(total.absentPerSession)} a session.`,
    ...outdatedStatements(outdated, PENDING_MAX),
    ...(wrong === undefined || ok === undefined || wrong.deciding === 0 || ok.deciding === 0
      ? []
      : [
          `Evidence was absent in ${shareWords(wrong, "sessions that took decisions and ended wrong")}, and in ${shareWords(ok, "that ended well")}.`,
        ]),
    ...spendingStatements(spending),
  ];
}

function shareWords({ withAbsent, deciding }: GroupFacts, which: string): string {
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${count(withAbsent)} of the ${count(deciding)} ${which} (95% interval ${percent(low)} to ${percent(high)})`;
}

function shareCell({ withAbsent, deciding, shareWithAbsent }: GroupFacts): string {
  if (shareWithAbsent === null) return "–";
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${percent(shareWithAbsent)} (${percent(low)} to ${percent(high)})`;
}

function groupTable(
  title: string,
  note: string,
  by: "outcome" | "agent" | "policy" | "model",
  groups: readonly GroupFacts[],
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
        group.value === null ? null : sessionsHref({ ...filters, [by]: group.value, ...more });
      const cell = (text: string, more: Record<string, string> = {}): AuditCell => ({ text, href: to(more) });
      const absent = { evidence: "absent" };
      return {
        key: group.value ?? "",
        head: { text: group.value === null ? "not stated" : visibleText(group.value), href: to({}) },
        cells: [
          cell(count(group.sessions)),
          plain(count(group.deciding)),
          cell(count(group.withAbsent), absent),
          cell(shareCell(group), absent),
          plain(count(group.decisions)),
          cell(count(group.absent), absent),
          cell(rate(group.absentPerSession), absent),
        ],
      };
    }),
  };
}

function toolTable(tools: readonly ToolFacts[], filters: AuditFilters): AuditTable {
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
        sessionsHref({ ...filters, tool: tool.tool, ...more });
      return {
        key: tool.tool,
        head: { text: visibleText(tool.tool), href: to() },
        cells: [
          { text: count(tool.sessions), href: to() },
          plain(count(tool.calls)),
          plain(compact(tool.p50)),
          plain(compact(tool.p95)),
          { text: compact(tool.max), href: to({ sort: "peak" }) },
          plain(tool.share === null ? "–" : percent(tool.share)),
          plain(rate(tool.turnsResident)),
          plain(count(tool.evicted)),
          tool.refetched === 0
            ? plain("0")
            : { text: count(tool.refetched), href: to({ finding: "refetch.after_eviction" }) },
          plain(count(tool.uses)),
          tool.usesAbsent === 0
            ? plain("0")
            : { text: count(tool.usesAbsent), href: to({ evidence: "absent" }) },
        ],
      };
    }),
  };
}

function constraintTable(constraints: readonly ConstraintFacts[], filters: AuditFilters): AuditTable {
  return {
    title: "Constraints that compactions took out",
    note: "",
    columns: ["Sessions", "Lost", "In other words", "Newest"],
    rows: constraints.map(({ text, sessions, lost, paraphrased, latest }) => ({
      key: text,
      head: { text: visibleText(text), href: null },
      cells: [
        plain(count(sessions)),
        lost === 0
          ? plain("0")
          : { text: count(lost), href: sessionsHref({ ...filters, finding: "constraint.lost" }) },
        paraphrased === 0
          ? plain("0")
          : {
              text: count(paraphrased),
              href: sessionsHref({ ...filters, finding: "constraint.paraphrased" }),
            },
        { text: `turn ${latest.turn}`, href: `/sessions/${latest.sessionId}/turns/${latest.turn}` },
      ],
    })),
  };
}

function checkpointTable({
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
        : `${count(needless)} of ${plural(judged, "checkpoint")} came although the turns that were left were enough. Median: ${rate(medianLeft)} turns left, ${rate(medianNeeded)} needed.`,
    columns: ["Turns left", "Turns needed", "Restarts", "Lost"],
    rows: newest.map(({ sessionId, name = null, turn, turnsLeft, turnsNeeded, restarts, lost }) => ({
      key: `${sessionId} ${turn}`,
      head: {
        text: `${visibleText(name ?? sessionId)}, turn ${turn}`,
        href: `/sessions/${sessionId}/checkpoints?turn=${turn}`,
      },
      cells: [count(turnsLeft), count(turnsNeeded), count(restarts), count(lost)].map(plain),
    })),
  };
}

const plain = (text: string): AuditCell => ({ text, href: null });

function rate(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
