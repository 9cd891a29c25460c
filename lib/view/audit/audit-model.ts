import type { AuditInput, GroupFigures } from "../answers";
import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { AuditChart, FoundInSessions } from "./audit-charts";
import { listCharts } from "./audit-charts";
import type { AuditFilters } from "./sessions-href";
import { plural, count, formatPercent, formatShortDuration } from "../format/format";
import type { AuditTable } from "./audit-tables";
import {
  groupTable,
  buildToolTable,
  buildConstraintTable,
  buildCheckpointTable,
  buildRuleTable,
} from "./audit-tables";
import { buildBillTables } from "./bill-tables";
import { buildCompactionTable } from "./compaction-table";
import { buildSpendingTable } from "./spending-table";
import { describeCost } from "../format/cost";
import { revealText } from "../format/trace-text";
import { describeOutdated } from "../findings/outdated";
import { shareInterval } from "../share-interval";

/** One figure of all sessions of an audit, in large. */
export interface AuditFigure {
  readonly label: string;
  readonly value: string;
  readonly words: string;
  /** What it is made of; `null` for nothing more to say. */
  readonly detail: string | null;
}

export interface AuditModel {
  readonly figures: readonly AuditFigure[];
  readonly charts: readonly AuditChart[];
  readonly statements: readonly string[];
  readonly tables: readonly (AuditTable & {
    /** How many rows there are, said where they are folded. */
    readonly size: string;
  })[];
}

/** @param found what went wrong in its sessions */
export function buildAuditModel(
  audit: AuditInput,
  filters: AuditFilters,
  found: readonly FoundInSessions[] = [],
): AuditModel {
  return {
    figures: listFigures(audit),
    statements: listStatements(audit),
    charts: listCharts(audit, filters, found),
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
      buildSpendingTable(audit.spending.models, filters),
      ...buildBillTables(audit.bills, filters),
      buildToolTable(audit.tools, filters),
      buildConstraintTable(audit.constraints, filters),
      buildCompactionTable(audit.compactions ?? []),
      buildCheckpointTable(audit.checkpoints),
      buildRuleTable(audit.rules ?? []),
    ]
      .filter(({ rows }) => rows.length > 0)
      .map((table) => ({ ...describeItsEnd(table), size: plural(table.rows.length, "row") })),
  };
}

/** A list that is as long as it may be has perhaps more. */
function describeItsEnd(table: AuditTable): AuditTable {
  if (table.rows.length < AUDIT_ROWS) return table;
  const end = `The first ${AUDIT_ROWS} are listed; there may be more.`;
  return { ...table, note: table.note === "" ? end : `${table.note} ${end}` };
}

const PENDING_MAX = 1_000;

function listFigures({ sample, total, spending, tools }: AuditInput): AuditFigure[] {
  if (sample.sessions === 0) return [];
  const cost = describeCost(spending.costs);
  const [largest] = tools.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0));
  return [
    {
      label: "Decisions",
      value: total.decisions === 0 ? "–" : count(total.absent),
      words:
        total.decisions === 0
          ? "no decision is known to rest on evidence"
          : `of ${count(total.decisions)} ran on evidence that was not in the window`,
      detail: `A decision is a step, a call or an answer that used something it had read. That was gone from the window in ${plural(total.withAbsent, "session")} of ${count(total.deciding)}.`,
    },
    ...(cost === null
      ? []
      : [{ label: "Cost", value: cost.value, words: "for the calls with a price", detail: cost.detail }]),
    ...(spending.callMs === null
      ? []
      : [
          {
            label: "A call took",
            value: formatShortDuration(spending.callMs),
            words: "on average",
            detail: null,
          },
        ]),
    ...(largest?.share == null
      ? []
      : [
          {
            label: "Fills windows most",
            value: revealText(largest.tool),
            words: `${formatPercent(largest.share)} of all tokens that stood in windows`,
            detail: null,
          },
        ]),
  ];
}

function listStatements({ sample, total, outcomes }: AuditInput): string[] {
  const { sessions, isWhole, pending, outdated } = sample;
  if (sessions === 0)
    return [
      pending === 0
        ? "No session matches."
        : `${plural(pending, "session matches", "sessions match")}, and none of them is analysed yet.`,
    ];
  const rest =
    pending === 0 ? "" : ` ${plural(pending, "more session is", "more sessions are")} not analysed yet.`;
  const [wrong, ok] = ["wrong", "ok"].map((word) => outcomes.find(({ value }) => value === word));
  return [
    `${isWhole ? plural(sessions, "session") : `The newest ${count(sessions)} sessions that match`}.${rest}`,
    ...describeOutdated(outdated, PENDING_MAX),
    ...(total.absent === 0 || !wrong?.deciding || !ok?.deciding
      ? []
      : [
          `Evidence was absent in ${shareWords(wrong, "sessions that took decisions and ended wrong")}, and in ${shareWords(ok, "that ended well")}.`,
        ]),
  ];
}

function shareWords({ withAbsent, deciding }: GroupFigures, which: string): string {
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${count(withAbsent)} of the ${count(deciding)} ${which} (95% interval ${formatPercent(low)} to ${formatPercent(high)})`;
}
