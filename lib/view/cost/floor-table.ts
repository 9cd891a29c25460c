import type { CostInput } from "../answers";
import { count } from "../format/format";
import { visibleText } from "../format/trace-text";
import type { CostTable, Money, TableSpec } from "./cost-table-of";
import { costTableOf, sumCell, text } from "./cost-table-of";

/** What every window holds, and what else the requests held that the record does not show. */
export function floorTable(floor: CostFloor, money: Money, currency: string | null): CostTable {
  return costTableOf({
    id: "floor",
    title: `The floor: ${floorWords(floor, money)}`,
    note: "Instructions, tool schemas and memory files, which every window holds.",
    columns: [
      ["Tool offered", false],
      ["Tokens", true],
      ["Calls", true],
      ["Cost", true, currency],
    ],
    rows: [
      ...(floor.tools.length === 0 && floor.tokens !== null ? [frontRow(floor, money)] : []),
      ...floor.tools.map((one) => ({
        turn: null,
        cost: one.cost,
        cells: [
          text(visibleText(one.name)),
          text(count(one.tokens)),
          text(count(one.calls)),
          text(money(one.cost)),
        ],
        data: [one.name, one.tokens, one.calls, sumCell(one.cost)],
      })),
      ...(hasRest(floor) ? [restRow(floor.rest, money)] : []),
    ],
  });
}

type CostFloor = NonNullable<CostInput["floor"]>;

/** Instructions and tools that the source does not list one by one. */
function frontRow({ tokens, provenance, atLeast, cost }: CostFloor, money: Money): TableSpec["rows"][number] {
  const named =
    atLeast === null
      ? "Instructions and tools"
      : `Instructions and tools, at least ${count(atLeast)} (read from the cache after each loss)`;
  return {
    turn: null,
    cost,
    cells: [
      text(named),
      text(`${provenance === "inferred" ? "~" : ""}${count(tokens ?? 0)}`),
      text("–"),
      text(money(cost)),
    ],
    data: [named, tokens, null, sumCell(cost)],
  };
}

const SMALLEST = 0.00005;

function hasRest(floor: CostFloor): floor is CostFloor & { rest: number } {
  return floor.rest !== null && Math.abs(floor.rest) >= SMALLEST;
}

function restRow(rest: number, money: Money): TableSpec["rows"][number] {
  const named = "What else the record does not show";
  return {
    turn: null,
    cost: rest,
    cells: [text(named), text("–"), text("–"), text(money(rest))],
    data: [named, null, null, sumCell(rest)],
  };
}

function floorWords({ tokens, provenance, atLeast, cost }: CostFloor, money: Money): string {
  if (tokens === null) return "not known";
  const size = `${provenance === "inferred" ? "~" : ""}${count(tokens)} tokens, ${money(cost)} in all`;
  return atLeast === null
    ? size
    : `${size}; at least ${count(atLeast)} were read from the cache after losses`;
}
