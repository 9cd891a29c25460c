import type { CostInput } from "../answers";
import { writtenSum } from "../format/cost";
import { BREAK_WORDS } from "../losses/break-words";
import { count, duration } from "../format/format";
import type { LinkedCell } from "../format/linked-table";
import { namedBlock } from "../format/named-block";
import { visibleText } from "../format/trace-text";
import { floorTable } from "./floor-table";
import type { CostTable, Money } from "./cost-table-of";
import { costTableOf, sumCell, text } from "./cost-table-of";
import { blockHref, evictionsHref, turnHref } from "../questions/links";

/** The tables of the page that have rows, in its order. */
export function costTables(input: CostInput, session: string, money: Money): CostTable[] {
  return [
    lossTable(input, session, money),
    carriedTable(input, session, money),
    toolTable(input, money),
    fileTable(input, money),
    ...(input.floor === null ? [] : [floorTable(input.floor, money)]),
    compactionTable(input, session, money),
    childTable(input, money),
  ].filter(({ rows }) => rows.length > 0);
}

const turnLink = (session: string, turn: number) => text(`turn ${turn}`, turnHref(session, turn));
const blockLink = (session: string, id: string, words: string) => text(words, blockHref(session, id));

function lossTable({ breaks }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
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
        placeCell(session, one),
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

/** The edit by its name, the tools that came or went, else the block at which the reading ended. */
function placeCell(
  session: string,
  { turn, edit, tools, at }: NonNullable<CostInput["breaks"]>[number],
): LinkedCell {
  if (tools !== null) return text(toolWords(tools));
  if (edit === null)
    return at.blockId === null ? text("–") : blockLink(session, at.blockId, visibleText(at.blockId));
  const words = [visibleText(edit.label ?? edit.blockId), edit.how]
    .filter((part) => part !== null)
    .join(", ");
  return text(
    words,
    edit.how === null
      ? blockHref(session, edit.blockId)
      : evictionsHref(session, turn, { block: edit.blockId }),
  );
}

function toolWords({
  added,
  removed,
}: NonNullable<NonNullable<CostInput["breaks"]>[number]["tools"]>): string {
  const named = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`)];
  return named.length === 0 ? "the same tools in another order" : visibleText(named.join(", "));
}

function carriedTable({ carried }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
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
  return costTableOf({
    id: "tools",
    title: "By tool",
    note: "Calls and results of each tool over their whole life.",
    columns: [["Tool", false], ["Calls", true], ...LIFE_COLUMNS],
    rows: (byTool ?? []).map((one) => ({
      turn: null,
      cost: one.cost,
      cells: [text(visibleText(one.name)), text(count(one.calls)), ...lifeCells(one, money)],
      data: [one.name, one.calls, ...lifeData(one)],
    })),
  });
}

function fileTable({ byFile }: CostInput, money: Money): CostTable {
  return costTableOf({
    id: "files",
    title: "By file",
    note: "What was read from each file and written to it, over its whole life. A patch of several files counts for the first.",
    columns: [["File", false], ...LIFE_COLUMNS],
    rows: (byFile ?? []).map((one) => ({
      turn: null,
      cost: one.cost,
      cells: [text(visibleText(one.name)), ...lifeCells(one, money)],
      data: [one.name, ...lifeData(one)],
    })),
  });
}

type Group = NonNullable<CostInput["bySource"]>[number];

const LIFE_COLUMNS: readonly (readonly [string, boolean])[] = [
  ["Blocks", true],
  ["Tokens", true],
  ["Cost", true],
  ["After last use", true],
];

function lifeCells({ blocks, tokens, cost, costAfterLastUse }: Group, money: Money): LinkedCell[] {
  return [text(count(blocks)), text(count(tokens)), text(money(cost)), text(money(costAfterLastUse))];
}

function lifeData({ blocks, tokens, cost, costAfterLastUse }: Group): (number | string | null)[] {
  return [blocks, tokens, writtenSum(cost), writtenSum(costAfterLastUse)];
}

function compactionTable({ compactions }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
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
  return costTableOf({
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
