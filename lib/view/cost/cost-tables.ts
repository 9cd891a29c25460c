import type { CostInput } from "../answers";
import { roundSum } from "../format/cost";
import { BREAK_WORDS } from "../losses/break-words";
import { count, formatDuration } from "../format/format";
import type { LinkedCell } from "../format/linked-table";
import { makeNamedBlock } from "../format/named-block";
import { revealText } from "../format/trace-text";
import type { SourceKind } from "@/lib/core/vocabulary";
import { labelKind } from "../chart/palette";
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
    rows: (breaks ?? []).map((loss) => ({
      id: String(loss.turn),
      turn: loss.turn,
      cost: loss.cost,
      cells: [
        turnLink(session, loss.turn),
        makeTextCell(BREAK_WORDS[loss.cause]),
        makeTextCell(count(loss.read)),
        makeTextCell(count(loss.lost)),
        makeTextCell(money(loss.cost)),
        makeTextCell(loss.idleMs === null ? "–" : formatDuration(Math.max(0, loss.idleMs))),
        placeCell(session, carried, loss),
      ],
      data: [
        loss.turn,
        BREAK_WORDS[loss.cause],
        loss.read,
        loss.lost,
        sumCell(loss.cost),
        loss.idleMs,
        placeCell(session, carried, loss).text,
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
      : makeBlockLink(session, at.blockId, nameIn(carried, { ...at, blockId: at.blockId }));
  const words = [nameStanding(edit), edit.how].filter((part) => part !== null).join(", ");
  return makeTextCell(
    words,
    edit.how === null
      ? makeBlockHref(session, edit.blockId)
      : makeEvictionsHref(session, turn, { block: edit.blockId }),
  );
}

interface StandingBlock {
  readonly blockId: string;
  readonly source: SourceKind | null;
  readonly label: string | null;
}

/** One of the dearest blocks has the name that the tables have for it. */
function nameIn(carried: CostInput["carried"], block: StandingBlock): string {
  const namedBlock = carried?.find(
    ({ blockId, toolName, label }) => blockId === block.blockId && (toolName ?? label) !== null,
  );
  return namedBlock === undefined ? nameStanding(block) : makeNamedBlock(namedBlock);
}

/** A block by what it is called, else by what it is. */
function nameStanding({ blockId, source, label }: StandingBlock): string {
  if (label !== null) return revealText(label);
  return source === null ? revealText(blockId) : labelKind(source);
}

function describeTool({
  added,
  removed,
}: NonNullable<NonNullable<CostInput["breaks"]>[number]["tools"]>): string {
  const changedTools = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`)];
  return changedTools.length === 0 ? "the same tools in another order" : revealText(changedTools.join(", "));
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
    rows: (carried ?? []).map((block) => ({
      id: block.blockId,
      turn: block.enteredTurn,
      cost: block.cost,
      cells: [
        makeBlockLink(session, block.blockId, makeNamedBlock(block)),
        makeTextCell(count(block.tokens)),
        turnLink(session, block.enteredTurn),
        makeTextCell(block.lastUseTurn),
        makeTextCell(count(block.turns)),
        makeTextCell(money(block.new)),
        makeTextCell(money(block.carried)),
        makeTextCell(money(block.rewritten)),
        makeTextCell(money(block.costAfterLastUse)),
        makeTextCell(money(block.savedByClearing)),
      ],
      data: [
        makeNamedBlock(block),
        block.tokens,
        block.enteredTurn,
        block.lastUseTurn,
        block.turns,
        ...[block.new, block.carried, block.rewritten, block.costAfterLastUse, block.savedByClearing].map(
          roundSum,
        ),
      ],
    })),
  });
}

/** How many blocks the table leaves out. */
function describeDearest(
  shownBlocks: NonNullable<CostInput["carried"]>,
  sources: NonNullable<CostInput["bySource"]>,
): string {
  const blockCount = sources.reduce((sum, { blocks }) => sum + blocks, 0);
  return blockCount > shownBlocks.length
    ? `The ${count(shownBlocks.length)} that cost most; ${count(blockCount - shownBlocks.length)} more cost less. `
    : "";
}

function buildToolTable({ byTool, currency }: CostInput, money: Money): CostTable {
  return buildCostTable({
    id: "tools",
    title: "By tool",
    note: "Calls and results of each tool over their whole life.",
    columns: [["Tool", false], ["Calls", true], ...listLifeColumns(currency)],
    rows: (byTool ?? []).map((tool) => ({
      id: tool.name,
      turn: null,
      cost: tool.cost,
      cells: [
        makeTextCell(revealText(tool.name)),
        makeTextCell(count(tool.calls)),
        ...listLifeCells(tool, money),
      ],
      data: [tool.name, tool.calls, ...listLifeData(tool)],
    })),
  });
}

function buildFileTable({ byFile, currency }: CostInput, money: Money): CostTable {
  return buildCostTable({
    id: "files",
    title: "By file",
    note: "What was read from each file and written to it, over its whole life. A patch of several files counts for the first.",
    columns: [["File", false], ...listLifeColumns(currency)],
    rows: (byFile ?? []).map((file) => ({
      id: file.name,
      turn: null,
      cost: file.cost,
      cells: [makeTextCell(revealText(file.name)), ...listLifeCells(file, money)],
      data: [file.name, ...listLifeData(file)],
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
    rows: (compactions ?? []).map((compaction) => ({
      turn: compaction.turn,
      cost: compaction.paid,
      cells: [
        turnLink(session, compaction.turn),
        makeTextCell(count(compaction.freed)),
        makeTextCell(money(compaction.paid)),
        makeTextCell(money(compaction.saved)),
      ],
      data: [compaction.turn, compaction.freed, roundSum(compaction.paid), roundSum(compaction.saved)],
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
    rows: children.map((child) => ({
      id: child.id,
      turn: null,
      cost: child.cost,
      cells: [
        makeTextCell(revealText(child.name ?? "unnamed"), `/sessions/${child.id}`),
        makeTextCell(describeRole(child.role)),
        makeTextCell(money(child.cost)),
      ],
      data: [child.name, describeRole(child.role), sumCell(child.cost)],
    })),
  });
}

const describeRole = (role: CostInput["children"][number]["role"]) =>
  role === "side" ? "side call" : "sub-agent";
