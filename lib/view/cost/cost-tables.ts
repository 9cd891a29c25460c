import type { CostInput } from "../answers";
import { writtenSum } from "../format/cost";
import { BREAK_WORDS } from "./break-words";
import { count, duration } from "../format/format";
import type { LinkedCell, LinkedTable } from "../format/linked-table";
import { namedBlock } from "../format/named-block";
import type { Cell } from "../format/table-data";
import { visibleText } from "../format/trace-text";
import { blockHref, turnHref } from "../questions/links";

export type Money = (value: number | null) => string;

export interface CostTable extends LinkedTable {
  /** The places of its rows, the dearest first. */
  readonly dearest: readonly number[];
}

/** The tables of the page that have rows, in its order. */
export function costTables(input: CostInput, session: string, money: Money): CostTable[] {
  return [
    lossTable(input, session, money),
    carriedTable(input, session, money),
    toolTable(input, money),
    ...(input.floor === null ? [] : [floorTable(input.floor, money)]),
    compactionTable(input, session, money),
    childTable(input, money),
  ].filter(({ rows }) => rows.length > 0);
}

const text = (words: string | number, href: string | null = null): LinkedCell => ({
  text: String(words),
  href,
});

interface TableSpec {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly (readonly [label: string, numeric: boolean])[];
  readonly rows: readonly {
    turn: number | null;
    cost: number | null;
    cells: readonly LinkedCell[];
    data: readonly Cell[];
  }[];
}

function tableOf({ columns, rows, ...named }: TableSpec): CostTable {
  return {
    ...named,
    columns: columns.map(([label, numeric]) => ({ label, numeric })),
    rows: rows.map(({ turn, cells }, n) => ({ key: String(n), turn, cells })),
    dearest: rows
      .map(({ cost }, n) => ({ n, cost: cost ?? -1 }))
      .sort((a, b) => b.cost - a.cost || a.n - b.n)
      .map(({ n }) => n),
    data: {
      columns: columns.map(([label, numeric]) => ({ key: label, label, numeric })),
      rows: rows.map(({ data }) => data),
    },
  };
}

const sumCell = (cost: number | null) => (cost === null ? null : writtenSum(cost));
const turnLink = (session: string, turn: number) => text(`turn ${turn}`, turnHref(session, turn));
const blockLink = (session: string, id: string, words: string) => text(words, blockHref(session, id));

function lossTable({ breaks }: CostInput, session: string, money: Money): CostTable {
  return tableOf({
    id: "losses",
    title: "Cache losses",
    note: "A turn that read less than the call before had left in the cache. Where nothing recorded changed, all that is proved is that nothing beyond the place was read.",
    columns: [
      ["Turn", false],
      ["Why", false],
      ["Read up to", true],
      ["Lost", true],
      ["Paid again", true],
      ["Pause", true],
      ["What stands there", false],
    ],
    rows: (breaks ?? []).map((one) => ({
      turn: one.turn,
      cost: one.cost,
      cells: [
        turnLink(session, one.turn),
        text(BREAK_WORDS[one.cause]),
        text(count(one.read)),
        text(count(one.lost)),
        text(money(one.cost)),
        text(one.idleMs === null ? "–" : duration(Math.max(0, one.idleMs))),
        one.edit !== null
          ? blockLink(
              session,
              one.edit.blockId,
              [visibleText(one.edit.blockId), one.edit.how].filter(Boolean).join(", "),
            )
          : one.at.blockId === null
            ? text("–")
            : blockLink(session, one.at.blockId, visibleText(one.at.blockId)),
      ],
      data: [
        one.turn,
        one.cause,
        one.read,
        one.lost,
        sumCell(one.cost),
        one.idleMs,
        one.edit?.blockId ?? one.at.blockId,
      ],
    })),
  });
}

function carriedTable({ carried }: CostInput, session: string, money: Money): CostTable {
  return tableOf({
    id: "carried",
    title: "What was carried",
    note: "The last use is inferred: the last turn whose text uses or names what the block says.",
    columns: [
      ["Block", false],
      ["Tokens", true],
      ["Came", true],
      ["Last use", true],
      ["Turns", true],
      ["New", true],
      ["Carried", true],
      ["Again", true],
      ["After last use", true],
      ["Clearing saves", true],
    ],
    rows: (carried ?? []).slice(0, 50).map((one) => ({
      turn: one.enteredTurn,
      cost: one.cost,
      cells: [
        blockLink(session, one.blockId, namedBlock(one)),
        text(count(one.tokens)),
        turnLink(session, one.enteredTurn),
        text(one.lastUseTurn),
        text(count(one.turns)),
        text(money(one.new)),
        text(money(one.carried)),
        text(money(one.rewritten)),
        text(money(one.costAfterLastUse)),
        text(money(one.savedByClearing)),
      ],
      data: [
        namedBlock(one),
        one.tokens,
        one.enteredTurn,
        one.lastUseTurn,
        one.turns,
        ...[one.new, one.carried, one.rewritten, one.costAfterLastUse, one.savedByClearing].map(writtenSum),
      ],
    })),
  });
}

function toolTable({ byTool }: CostInput, money: Money): CostTable {
  return tableOf({
    id: "tools",
    title: "By tool",
    note: "Calls and results of each tool over their whole life.",
    columns: [
      ["Tool", false],
      ["Calls", true],
      ["Blocks", true],
      ["Tokens", true],
      ["Cost", true],
      ["After last use", true],
    ],
    rows: (byTool ?? []).map((one) => ({
      turn: null,
      cost: one.cost,
      cells: [
        text(visibleText(one.name)),
        text(count(one.calls)),
        text(count(one.blocks)),
        text(count(one.tokens)),
        text(money(one.cost)),
        text(money(one.costAfterLastUse)),
      ],
      data: [
        one.name,
        one.calls,
        one.blocks,
        one.tokens,
        writtenSum(one.cost),
        writtenSum(one.costAfterLastUse),
      ],
    })),
  });
}

function floorTable(floor: NonNullable<CostInput["floor"]>, money: Money): CostTable {
  return tableOf({
    id: "floor",
    title: `The floor: ${floorWords(floor, money)}`,
    note: "Instructions, tool schemas and memory files, which every window holds.",
    columns: [
      ["Tool offered", false],
      ["Tokens", true],
      ["Calls", true],
      ["Cost", true],
    ],
    rows:
      floor.tools.length === 0 && floor.tokens !== null
        ? [
            {
              turn: null,
              cost: floor.cost,
              cells: [
                text("Instructions and tools"),
                text(`${floor.provenance === "inferred" ? "~" : ""}${count(floor.tokens)}`),
                text("–"),
                text(money(floor.cost)),
              ],
              data: ["Instructions and tools", floor.tokens, null, sumCell(floor.cost)],
            },
          ]
        : floor.tools.map((one) => ({
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
  });
}

function compactionTable({ compactions }: CostInput, session: string, money: Money): CostTable {
  return tableOf({
    id: "compactions",
    title: "Compactions",
    note: "Paid for the call, where it is a turn, and for what was written again; saved by not reading until the next one or the end.",
    columns: [
      ["Turn", false],
      ["Freed", true],
      ["Paid", true],
      ["Saved", true],
    ],
    rows: (compactions ?? []).map((one) => ({
      turn: one.turn,
      cost: one.paid,
      cells: [
        turnLink(session, one.turn),
        text(count(one.freed)),
        text(money(one.paid)),
        text(money(one.saved)),
      ],
      data: [one.turn, one.freed, writtenSum(one.paid), writtenSum(one.saved)],
    })),
  });
}

function childTable({ children }: CostInput, money: Money): CostTable {
  return tableOf({
    id: "children",
    title: "Sub-agents and side calls",
    note: "Each with its own calls only.",
    columns: [
      ["Session", false],
      ["What it is", false],
      ["Cost", true],
    ],
    rows: children.map((one) => ({
      turn: null,
      cost: one.cost,
      cells: [
        text(visibleText(one.name ?? "unnamed"), `/sessions/${one.id}`),
        text(one.role === "side" ? "side call" : "sub-agent"),
        text(money(one.cost)),
      ],
      data: [one.name, one.role, sumCell(one.cost)],
    })),
  });
}

function floorWords(
  { tokens, provenance, atLeast, cost }: NonNullable<CostInput["floor"]>,
  money: Money,
): string {
  if (tokens === null) return "not known";
  const size = `${provenance === "inferred" ? "~" : ""}${count(tokens)} tokens, ${money(cost)} in all`;
  return atLeast === null
    ? size
    : `${size}; at least ${count(atLeast)} were read from the cache after losses`;
}
