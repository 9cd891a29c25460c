import type { CostInput } from "../answers";
import { writtenSum } from "../format/cost";
import { BREAK_WORDS } from "../losses/break-words";
import { count, duration } from "../format/format";
import type { LinkedCell } from "../format/linked-table";
import { namedBlock } from "../format/named-block";
import { visibleText } from "../format/trace-text";
import { floorTable } from "./floor-table";
import type { CostTable, Money, TableSpec } from "./cost-table-of";
import { costTableOf, sumCell, text } from "./cost-table-of";
import { blockHref, evictionsHref, turnHref } from "../questions/links";

/** The tables of the page that have rows, in its order. */
export function costTables(input: CostInput, session: string, money: Money): CostTable[] {
  return [
    lossTable(input, session, money),
    carriedTable(input, session, money),
    toolTable(input, money),
    fileTable(input, money),
    ...(input.floor === null ? [] : [floorTable(input.floor, money, input.currency)]),
    compactionTable(input, session, money),
    childTable(input, money),
  ].filter(({ rows }) => rows.length > 0);
}

const turnLink = (session: string, turn: number) => text(`turn ${turn}`, turnHref(session, turn));
const blockLink = (session: string, id: string, words: string) => text(words, blockHref(session, id));

function lossTable({ breaks, carried, currency }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
    id: "losses",
    title: "Cache losses",
    note: "A turn that read less than the call before had left in the cache. Where nothing recorded changed, all that is proved is that nothing beyond the place was read.",
    columns: [
      ["Turn", false],
      ["Why", false],
      ["Read up to", true],
      ["Lost", true],
      ["Paid again", true, currency],
      ["Pause", true, "ms"],
      ["What stands there", false],
    ],
    rows: (breaks ?? []).map((one) => ({
      id: String(one.turn),
      turn: one.turn,
      cost: one.cost,
      cells: [
        turnLink(session, one.turn),
        text(BREAK_WORDS[one.cause]),
        text(count(one.read)),
        text(count(one.lost)),
        text(money(one.cost)),
        text(one.idleMs === null ? "–" : duration(Math.max(0, one.idleMs))),
        placeCell(session, carried, one),
      ],
      data: [
        one.turn,
        BREAK_WORDS[one.cause],
        one.read,
        one.lost,
        sumCell(one.cost),
        one.idleMs,
        placeCell(session, carried, one).text,
      ],
    })),
  });
}

/** The edit by its name, the tools that came or went, else the block at which the reading ended. */
function placeCell(
  session: string,
  carried: CostInput["carried"],
  { turn, edit, tools, at }: NonNullable<CostInput["breaks"]>[number],
): LinkedCell {
  if (tools !== null) return text(toolWords(tools));
  if (edit === null)
    return at.blockId === null ? text("–") : blockLink(session, at.blockId, nameIn(carried, at.blockId));
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

/** Only the dearest blocks have names here; another one is what stands at the place. */
function nameIn(carried: CostInput["carried"], id: string): string {
  const known = carried?.find(
    ({ blockId, toolName, label }) => blockId === id && (toolName ?? label) !== null,
  );
  return known === undefined ? "the block there" : namedBlock(known);
}

function toolWords({
  added,
  removed,
}: NonNullable<NonNullable<CostInput["breaks"]>[number]["tools"]>): string {
  const named = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`)];
  return named.length === 0 ? "the same tools in another order" : visibleText(named.join(", "));
}

function carriedTable({ carried, bySource, currency }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
    id: "carried",
    title: "What was carried",
    note: `${dearestOf(carried ?? [], bySource ?? [])}The last use is inferred: the last turn whose text uses or names what the block says.`,
    columns: [
      ["Block", false],
      ["Tokens", true],
      ["Came", true],
      ["Last use", true],
      ["Turns", true],
      ["New", true, currency],
      ["Carried", true, currency],
      ["Again", true, currency],
      ["After last use", true, currency],
      ["Clearing saves", true, currency],
    ],
    rows: (carried ?? []).map((one) => ({
      id: one.blockId,
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

/** How many blocks the table leaves out. */
function dearestOf(
  shown: NonNullable<CostInput["carried"]>,
  sources: NonNullable<CostInput["bySource"]>,
): string {
  const all = sources.reduce((sum, { blocks }) => sum + blocks, 0);
  return all > shown.length
    ? `The ${count(shown.length)} that cost most; ${count(all - shown.length)} more cost less. `
    : "";
}

function toolTable({ byTool, currency }: CostInput, money: Money): CostTable {
  return costTableOf({
    id: "tools",
    title: "By tool",
    note: "Calls and results of each tool over their whole life.",
    columns: [["Tool", false], ["Calls", true], ...lifeColumns(currency)],
    rows: (byTool ?? []).map((one) => ({
      id: one.name,
      turn: null,
      cost: one.cost,
      cells: [text(visibleText(one.name)), text(count(one.calls)), ...lifeCells(one, money)],
      data: [one.name, one.calls, ...lifeData(one)],
    })),
  });
}

function fileTable({ byFile, currency }: CostInput, money: Money): CostTable {
  return costTableOf({
    id: "files",
    title: "By file",
    note: "What was read from each file and written to it, over its whole life. A patch of several files counts for the first.",
    columns: [["File", false], ...lifeColumns(currency)],
    rows: (byFile ?? []).map((one) => ({
      id: one.name,
      turn: null,
      cost: one.cost,
      cells: [text(visibleText(one.name)), ...lifeCells(one, money)],
      data: [one.name, ...lifeData(one)],
    })),
  });
}

type Group = NonNullable<CostInput["bySource"]>[number];

const lifeColumns = (currency: string | null): TableSpec["columns"] => [
  ["Blocks", true],
  ["Tokens", true],
  ["Cost", true, currency],
  ["After last use", true, currency],
];

function lifeCells({ blocks, tokens, cost, costAfterLastUse }: Group, money: Money): LinkedCell[] {
  return [text(count(blocks)), text(count(tokens)), text(money(cost)), text(money(costAfterLastUse))];
}

function lifeData({ blocks, tokens, cost, costAfterLastUse }: Group): (number | string | null)[] {
  return [blocks, tokens, writtenSum(cost), writtenSum(costAfterLastUse)];
}

function compactionTable({ compactions, currency }: CostInput, session: string, money: Money): CostTable {
  return costTableOf({
    id: "compactions",
    title: "Compactions",
    note: "Paid for the call, where it is a turn, and for what was written again; saved by not reading until the next one or the end.",
    columns: [
      ["Turn", false],
      ["Freed", true],
      ["Paid", true, currency],
      ["Saved", true, currency],
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

function childTable({ children, currency }: CostInput, money: Money): CostTable {
  return costTableOf({
    id: "children",
    title: "Sub-agents and side calls",
    note: "Each with its own calls only.",
    columns: [
      ["Session", false],
      ["What it is", false],
      ["Cost", true, currency],
    ],
    rows: children.map((one) => ({
      id: one.id,
      turn: null,
      cost: one.cost,
      cells: [
        text(visibleText(one.name ?? "unnamed"), `/sessions/${one.id}`),
        text(roleWords(one.role)),
        text(money(one.cost)),
      ],
      data: [one.name, roleWords(one.role), sumCell(one.cost)],
    })),
  });
}

const roleWords = (role: CostInput["children"][number]["role"]) =>
  role === "side" ? "side call" : "sub-agent";
