import type { TableData } from "../format/table-data";
import type { EdgeRow } from "./plan-model";

export function planTable(rows: readonly EdgeRow[]): TableData {
  return {
    columns: [
      { key: "state", label: "Evidence was" },
      { key: "turn", label: "Turn", numeric: true },
      { key: "usedIn", label: "Used in" },
      { key: "executed", label: "Ran" },
      { key: "evidence", label: "Evidence" },
      { key: "came", label: "Came" },
      { key: "left", label: "Left" },
      { key: "kind", label: "Dependency" },
      { key: "proof", label: "Proof" },
    ],
    rows: rows.map((row) => [
      row.look.word,
      row.turn,
      row.use,
      row.executed,
      row.evidence,
      row.entered,
      row.left,
      row.kind,
      row.proof,
    ]),
  };
}
