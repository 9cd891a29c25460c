import type { CostInput } from "../answers";
import { roundSum } from "../format/cost";
import { BREAK_WORDS } from "../losses/break-words";
import { count, formatDuration } from "../format/format";
import type { LinkedCell } from "../format/linked-table";
import { makeNamedBlock } from "../format/named-block";
import { revealText } from "../format/trace-text";
import { buildFloorTable } from "./floor-table";
import type { CostTable, Money, TableSpec } from "./cost-table-of";
import { buildCostTable, sumCell, makeTextCell } from "./cost-table-of";
import { makeBlockHref, makeEvictionsHref, turnHref } from "../questions/links";

/** The tables of the page that have rows, in its order. */
export function buildCostTables(input: CostInput, session: string, money: Money): CostTable[] {
  return [
    buildLossTable(input, session, money),
    buildCarriedTable(input, session, money),
    buildToolTable(input, money),
    buildFileTable(input, money),
    ...(input.floor === null ? [] : [buildFloorTable(input.floor, money, input.currency)]),
    buildCompactionTable(input, session, money),
    buildChildTable(input, money),
  ].filter(({ rows }) => rows.length > 0);
}

const turnLink = (session: string, turn: number) => makeTextCell(`turn ${turn}`, turnHref(session, turn));
const makeBlockLink = (session: string, id: string, words: string) =>
  makeTextCell(words, makeBlockHref(session, id));

function buildLossTable({ breaks, carried, currency }: CostInput, session: string, money: Money): CostTable {
  return buildCostTable({
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
        makeTextCell(BREAK_WORDS[one.cause]),
        makeTextCell(count(one.read)),
        makeTextCell(count(one.lost)),
        makeTextCell(money(one.cost)),
        makeTextCell(one.idleMs === null ? "–" : formatDuration(Math.max(0, one.idleMs))),
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
  if (tools !== null) return makeTextCell(describeTool(tools));
  if (edit === null)
    return at.blockId === null
      ? makeTextCell("–")
      : makeBlockLink(session, at.blockId, nameIn(carried, at.blockId));
  const words = [revealText(edit.label ?? edit.blockId), edit.how].filter((part) => part !== null).join(", ");
  return makeTextCell(
    words,
    edit.how === null
      ? makeBlockHref(session, edit.blockId)
      : makeEvictionsHref(session, turn, { block: edit.blockId }),
  );
}

/** Only the dearest blocks have names here; another one is what stands at the place. */
function nameIn(carried: CostInput["carried"], id: string): string {
  const known = carried?.find(
    ({ blockId, toolName, label }) => blockId === id && (toolName ?? label) !== null,
  );
  return known === undefined ? "the block there" : makeNamedBlock(known);
}

function describeTool({
  added,
  removed,
}: NonNullable<NonNullable<CostInput["breaks"]>[number]["tools"]>): string {
  const named = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`)];
  return named.length === 0 ? "the same tools in another order" : revealText(named.join(", "));
}

function buildCarriedTable(
  { carried, bySource, currency }: CostInput,
  session: string,
  money: Money,
): CostTable {
  return buildCostTable({
    id: "carried",
    title: "What was carried",
    note: `${describeDearest(carried ?? [], bySource ?? [])}The last use is inferred: the last turn whose text uses or names what the block says.`,
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
        makeBlockLink(session, one.blockId, makeNamedBlock(one)),
        makeTextCell(count(one.tokens)),
        turnLink(session, one.enteredTurn),
        makeTextCell(one.lastUseTurn),
        makeTextCell(count(one.turns)),
        makeTextCell(money(one.new)),
        makeTextCell(money(one.carried)),
        makeTextCell(money(one.rewritten)),
        makeTextCell(money(one.costAfterLastUse)),
        makeTextCell(money(one.savedByClearing)),
      ],
      data: [
        makeNamedBlock(one),
        one.tokens,
        one.enteredTurn,
        one.lastUseTurn,
        one.turns,
        ...[one.new, one.carried, one.rewritten, one.costAfterLastUse, one.savedByClearing].map(roundSum),
      ],
    })),
  });
}

/** How many blocks the table leaves out. */
function describeDearest(
  shown: NonNullable<CostInput["carried"]>,
  sources: NonNullable<CostInput["bySource"]>,
): string {
  const all = sources.reduce((sum, { blocks }) => sum + blocks, 0);
  return all > shown.length
    ? `The ${count(shown.length)} that cost most; ${count(all - shown.length)} more cost less. `
    : "";
}

function buildToolTable({ byTool, currency }: CostInput, money: Money): CostTable {
  return buildCostTable({
    id: "tools",
    title: "By tool",
    note: "Calls and results of each tool over their whole life.",
    columns: [["Tool", false], ["Calls", true], ...listLifeColumns(currency)],
    rows: (byTool ?? []).map((one) => ({
      id: one.name,
      turn: null,
      cost: one.cost,
      cells: [
        makeTextCell(revealText(one.name)),
        makeTextCell(count(one.calls)),
        ...listLifeCells(one, money),
      ],
      data: [one.name, one.calls, ...listLifeData(one)],
    })),
  });
}

function buildFileTable({ byFile, currency }: CostInput, money: Money): CostTable {
  return buildCostTable({
    id: "files",
    title: "By file",
    note: "What was read from each file and written to it, over its whole life. A patch of several files counts for the first.",
    columns: [["File", false], ...listLifeColumns(currency)],
    rows: (byFile ?? []).map((one) => ({
      id: one.name,
      turn: null,
      cost: one.cost,
      cells: [makeTextCell(revealText(one.name)), ...listLifeCells(one, money)],
      data: [one.name, ...listLifeData(one)],
    })),
  });
}

type Group = NonNullable<CostInput["bySource"]>[number];

const listLifeColumns = (currency: string | null): TableSpec["columns"] => [
  ["Blocks", true],
  ["Tokens", true],
  ["Cost", true, currency],
  ["After last use", true, currency],
];

function listLifeCells({ blocks, tokens, cost, costAfterLastUse }: Group, money: Money): LinkedCell[] {
  return [
    makeTextCell(count(blocks)),
    makeTextCell(count(tokens)),
    makeTextCell(money(cost)),
    makeTextCell(money(costAfterLastUse)),
  ];
}

function listLifeData({ blocks, tokens, cost, costAfterLastUse }: Group): (number | string | null)[] {
  return [blocks, tokens, roundSum(cost), roundSum(costAfterLastUse)];
}

function buildCompactionTable(
  { compactions, currency }: CostInput,
  session: string,
  money: Money,
): CostTable {
  return buildCostTable({
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
        makeTextCell(count(one.freed)),
        makeTextCell(money(one.paid)),
        makeTextCell(money(one.saved)),
      ],
      data: [one.turn, one.freed, roundSum(one.paid), roundSum(one.saved)],
    })),
  });
}

function buildChildTable({ children, currency }: CostInput, money: Money): CostTable {
  return buildCostTable({
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
        makeTextCell(revealText(one.name ?? "unnamed"), `/sessions/${one.id}`),
        makeTextCell(describeRole(one.role)),
        makeTextCell(money(one.cost)),
      ],
      data: [one.name, describeRole(one.role), sumCell(one.cost)],
    })),
  });
}

const describeRole = (role: CostInput["children"][number]["role"]) =>
  role === "side" ? "side call" : "sub-agent";
