import type { CostInput } from "../answers";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";
import type { CostTable, Money, TableSpec } from "./cost-table-of";
import { buildCostTable, sumCell, makeTextCell } from "./cost-table-of";

/** What every window holds, and what else the requests held that the record does not show. */
export function buildFloorTable(floor: CostFloor, money: Money, currency: string | null): CostTable {
  return buildCostTable({
    id: "floor",
    title: `The floor: ${describeFloor(floor, money)}`,
    note: "Instructions, tool schemas and memory files, which every window holds.",
    columns: [
      ["Tool offered", false],
      ["Tokens", true],
      ["Calls", true],
      ["Cost", true, currency],
    ],
    rows: [
      ...(floor.tools.length === 0 && floor.tokens !== null ? [makeFrontRow(floor, money)] : []),
      ...floor.tools.map((one) => ({
        turn: null,
        cost: one.cost,
        cells: [
          makeTextCell(revealText(one.name)),
          makeTextCell(count(one.tokens)),
          makeTextCell(count(one.calls)),
          makeTextCell(money(one.cost)),
        ],
        data: [one.name, one.tokens, one.calls, sumCell(one.cost)],
      })),
      ...(hasRest(floor) ? [makeRestRow(floor.rest, money)] : []),
    ],
  });
}

type CostFloor = NonNullable<CostInput["floor"]>;

/** Instructions and tools that the source does not list one by one. */
function makeFrontRow(
  { tokens, provenance, atLeast, cost }: CostFloor,
  money: Money,
): TableSpec["rows"][number] {
  const named =
    atLeast === null
      ? "Instructions and tools"
      : `Instructions and tools, at least ${count(atLeast)} (read from the cache after each loss)`;
  return {
    turn: null,
    cost,
    cells: [
      makeTextCell(named),
      makeTextCell(`${provenance === "inferred" ? "~" : ""}${count(tokens ?? 0)}`),
      makeTextCell("–"),
      makeTextCell(money(cost)),
    ],
    data: [named, tokens, null, sumCell(cost)],
  };
}

const SMALLEST = 0.00005;

function hasRest(floor: CostFloor): floor is CostFloor & { rest: number } {
  return floor.rest !== null && Math.abs(floor.rest) >= SMALLEST;
}

function makeRestRow(rest: number, money: Money): TableSpec["rows"][number] {
  const named = "What else the record does not show";
  return {
    turn: null,
    cost: rest,
    cells: [makeTextCell(named), makeTextCell("–"), makeTextCell("–"), makeTextCell(money(rest))],
    data: [named, null, null, sumCell(rest)],
  };
}

function describeFloor({ tokens, provenance, atLeast, cost }: CostFloor, money: Money): string {
  if (tokens === null) return "not known";
  const size = `${provenance === "inferred" ? "~" : ""}${count(tokens)} tokens, ${money(cost)} in all`;
  return atLeast === null
    ? size
    : `${size}; at least ${count(atLeast)} were read from the cache after losses`;
}
