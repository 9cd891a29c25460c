import type { AuditInput, GroupFigures } from "../answers";
import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { AuditChart } from "./audit-charts";
import { listCharts } from "./audit-charts";
import type { AuditFilters } from "./sessions-href";
import { plural, count, formatPercent } from "../format/format";
import type { AuditTable } from "./audit-tables";
import {
  groupTable,
  buildToolTable,
  buildConstraintTable,
  buildCheckpointTable,
  buildRuleTable,
  formatRate,
} from "./audit-tables";
import { buildBillTables } from "./bill-tables";
import { buildCompactionTable } from "./compaction-table";
import { buildSpendingTable, describeSpending } from "./spending-table";
import { describeOutdated } from "../findings/outdated";
import { shareInterval } from "../share-interval";

export interface AuditModel {
  readonly charts: readonly AuditChart[];
  readonly statements: readonly string[];
  readonly tables: readonly (AuditTable & {
    /** How many rows there are, said where they are folded. */
    readonly size: string;
  })[];
}

export function buildAuditModel(audit: AuditInput, filters: AuditFilters): AuditModel {
  return {
    statements: listStatements(audit),
    charts: listCharts(audit, filters),
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

function listStatements({ sample, total, outcomes, spending }: AuditInput): string[] {
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
    total.decisions === 0
      ? "No decision in them is known to rest on evidence."
      : `${count(total.absent)} of ${plural(total.decisions, "decision")} ran on evidence that was not in the window: ${formatRate(total.absentPerSession)} a session.`,
    ...describeOutdated(outdated, PENDING_MAX),
    ...(wrong === undefined || ok === undefined || wrong.deciding === 0 || ok.deciding === 0
      ? []
      : [
          `Evidence was absent in ${shareWords(wrong, "sessions that took decisions and ended wrong")}, and in ${shareWords(ok, "that ended well")}.`,
        ]),
    ...describeSpending(spending),
  ];
}

function shareWords({ withAbsent, deciding }: GroupFigures, which: string): string {
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${count(withAbsent)} of the ${count(deciding)} ${which} (95% interval ${formatPercent(low)} to ${formatPercent(high)})`;
}
