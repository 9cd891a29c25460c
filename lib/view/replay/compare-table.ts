import type { TableData } from "../format/table-data";
import type { ReplayComparison, Stretch } from "./compare";

export function compareTable({ blocks }: Pick<ReplayComparison, "blocks">): TableData {
  return {
    columns: [
      { key: "block", label: "Block" },
      { key: "name", label: "Name" },
      { key: "a", label: "Turns in A" },
      { key: "b", label: "Turns in B" },
      { key: "onlyA", label: "Turns only in A", numeric: true },
      { key: "onlyB", label: "Turns only in B", numeric: true },
      { key: "tokens", label: "Tokens", numeric: true },
      { key: "needed", label: "Needed after it left" },
    ],
    rows: blocks.map(({ id, name, a, b, turnsOnlyA, turnsOnlyB, tokens, neededAfter }) => [
      id,
      name,
      writeTurnsText(a),
      writeTurnsText(b),
      turnsOnlyA,
      turnsOnlyB,
      tokens,
      neededAfter ? "yes" : "no",
    ]),
  };
}

function writeTurnsText(list: readonly Stretch[]): string {
  return list.map(({ from, to, mode }) => `${from}–${to}${mode === "full" ? "" : ` ${mode}`}`).join(", ");
}
