import { roundSum } from "../format/cost";
import type { LinkedCell, LinkedTable } from "../format/linked-table";
import type { Cell } from "../format/table-data";

export type Money = (value: number | null) => string;

export interface CostTable extends LinkedTable {
  /** The places of its rows, the dearest first. */
  readonly dearest: readonly number[];
}

export const makeTextCell = (words: string | number, href: string | null = null): LinkedCell => ({
  text: String(words),
  href,
});

export interface TableSpec {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The unit is that of exported figures, which have no words. */
  readonly columns: readonly (readonly [label: string, numeric: boolean, unit?: string | null])[];
  readonly rows: readonly {
    /** Names the row in an address; its place does where nothing else is its own. */
    id?: string;
    turn: number | null;
    cost: number | null;
    cells: readonly LinkedCell[];
    data: readonly Cell[];
  }[];
}

export function buildCostTable({ columns, rows, ...named }: TableSpec): CostTable {
  return {
    ...named,
    columns: columns.map(([label, numeric]) => ({ label, numeric })),
    rows: rows.map(({ id, turn, cells }, n) => ({ key: id ?? String(n), turn, cells })),
    dearest: rows
      .map(({ cost }, n) => ({ n, cost: cost ?? -1 }))
      .sort((a, b) => b.cost - a.cost || a.n - b.n)
      .map(({ n }) => n),
    data: {
      columns: columns.map(([name, numeric, unit = null]) => {
        const label = unit === null ? name : `${name}, ${unit}`;
        return { key: label, label, numeric };
      }),
      rows: rows.map(({ data }) => data),
    },
  };
}

export const sumCell = (cost: number | null) => (cost === null ? null : roundSum(cost));
