import type { AuditInput } from "../answers";
import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { AuditChart } from "./audit-charts";
import { chartsOf } from "./audit-charts";
import type { AuditFilters } from "./sessions-href";
import { statementsOf } from "./audit-statements";
import { plural } from "../format/format";
import type { AuditTable } from "./audit-tables";
import { groupTable, toolTable, constraintTable, checkpointTable, ruleTable } from "./audit-tables";
import { spendingTable } from "./spending-table";

export interface AuditModel {
  readonly charts: readonly AuditChart[];
  readonly statements: readonly string[];
  readonly tables: readonly (AuditTable & {
    /** How many rows there are, said where they are folded. */
    readonly size: string;
  })[];
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
      ruleTable(audit.rules ?? []),
    ]
      .filter(({ rows }) => rows.length > 0)
      .map((table) => ({ ...saysItsEnd(table), size: plural(table.rows.length, "row") })),
  };
}

/** A list that is as long as it may be has perhaps more. */
function saysItsEnd(table: AuditTable): AuditTable {
  if (table.rows.length < AUDIT_ROWS) return table;
  const end = `The first ${AUDIT_ROWS} are listed; there may be more.`;
  return { ...table, note: table.note === "" ? end : `${table.note} ${end}` };
}
