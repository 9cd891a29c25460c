import type { CostInput } from "../answers";
import { makePendingNotice, describePendingPart } from "../waiting";
import { formatMoneyOnAxis, describeMoney, roundSum } from "../format/cost";
import { count, formatPercent, plural } from "../format/format";
import { turnTicks } from "../chart/scale";
import { pickKindColor, labelKind } from "../chart/palette";
import { STATED_CURRENCY } from "@/lib/core/pricing/sums";
import { COST_PARTS, SIDE_LABEL, STACKED_PARTS } from "../chart/part-looks";
import { writeDraft } from "../replay/draft";
import { makeBlockHref, replayStartHref } from "../questions/links";

import { makeNamedBlock } from "../format/named-block";
import type { CostTable, Money } from "./cost-table-of";
import { buildCostTables } from "./cost-tables";
import type { TableData } from "../format/table-data";
import { revealText } from "../format/trace-text";

const TURNS_NAMED = 12;

export interface TreeLeaf {
  /** The block's id, and the source's name for all its others. */
  readonly treeKey: string;
  readonly name: string;
  /** What is left of the name where there is little room: the end of a path is what tells files apart. */
  readonly short: string;
  readonly href: string | null;
  readonly size: number;
  readonly words: string;
  readonly color: string;
}

export interface TreeGroup {
  readonly name: string;
  readonly words: string;
  readonly color: string;
  readonly children: readonly TreeLeaf[];
}

export interface CostModel {
  readonly empty: { readonly title: string; readonly text: string } | null;
  readonly sentence: string;
  readonly remarks: readonly string[];
  readonly parts: readonly {
    readonly label: string;
    readonly words: string;
    readonly share: string;
    readonly color: string;
  }[];
  readonly bars: readonly (Readonly<Record<(typeof STACKED_PARTS)[number], number>> & {
    readonly label: string;
    readonly turn: number;
    readonly words: string;
    readonly lines: readonly { readonly label: string; readonly color: string; readonly words: string }[];
  })[];
  /** The turns named below the bars. */
  readonly turnAxis: readonly { readonly bar: string; readonly label: string }[];
  readonly axis: readonly { readonly value: number; readonly label: string }[];
  readonly barsTable: TableData;
  readonly tree: readonly TreeGroup[];
  readonly treeTable: TableData;
  readonly tables: readonly CostTable[];
  /** What an address can select: the rows of the tables, and the blocks of the tree. */
  readonly places: ReadonlySet<string>;
  readonly remedies: readonly {
    readonly title: string;
    readonly words: string;
    readonly risk: string;
    readonly lines: string;
    readonly replayHref: string | null;
    readonly note: string | null;
  }[];
}

export function buildCostModel(input: CostInput, sessionId: string): CostModel {
  const { currency, total } = input;
  const points = input.points ?? [];
  const money = (value: number | null) =>
    value === null || currency === null ? "–" : describeMoney(value, currency);
  const tree = buildTree(input, sessionId, money);
  const tables = buildCostTables(input, sessionId, money);
  return {
    empty: buildEmpty(input),
    sentence: writeSentence(input, money),
    remarks: listRemarks(input, money),
    parts: buildParts(input, money),
    bars: points.map((point) => ({
      ...point,
      label: nameTurns(point),
      turn: point.from,
      // An estimate can be above what was measured: then the difference is negative, and has no area.
      residual: Math.max(0, point.residual),
      words: money(sumOfPoint(point)),
      lines: STACKED_PARTS.map((name) => ({ ...COST_PARTS[name], words: money(point[name]) })),
    })),
    turnAxis: placeTurns(points),
    axis: buildAxis(Math.max(0, ...points.map(sumOfPoint)), currency),
    barsTable: {
      columns: [
        { key: "from", label: "From turn", numeric: true },
        { key: "to", label: "To turn", numeric: true },
        ...STACKED_PARTS.map((key) => ({
          key,
          label: currency === null ? COST_PARTS[key].label : `${COST_PARTS[key].label}, ${currency}`,
          numeric: true,
        })),
      ],
      rows: points.map((point) => [
        point.from,
        point.to,
        ...STACKED_PARTS.map((key) => roundSum(point[key])),
      ]),
    },
    tree,
    treeTable: buildTreeTable(input),
    tables,
    places: new Set([
      ...tables.flatMap(({ id, rows }) => rows.map(({ key }) => `${id}.${key}`)),
      ...tree.flatMap(({ children }) => children.map(({ treeKey }) => `tree.${treeKey}`)),
    ]),
    remedies: (input.remedies ?? []).map((remedy) => ({
      title: revealText(remedy.title),
      words: `saves ${money(remedy.saves)}${total === null || total === 0 ? "" : `, ${formatPercent(remedy.saves / total)} of the whole`}`,
      risk: revealText(remedy.risk),
      lines: revealText(remedy.lines.join("\n")),
      replayHref: makeRemedyHref(sessionId, remedy),
      note: remedy.note,
    })),
  };
}

function sumOfPoint(point: NonNullable<CostInput["points"]>[number]): number {
  return STACKED_PARTS.reduce((sum, name) => sum + point[name], 0);
}

/** Round turns, each at the bar that holds it. */
function placeTurns(points: NonNullable<CostInput["points"]>): CostModel["turnAxis"] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  return turnTicks({ from: first.from, to: last.to }, TURNS_NAMED).flatMap((turn) => {
    const bar = points.find(({ from, to }) => from <= turn && turn <= to);
    return bar === undefined ? [] : [{ bar: nameTurns(bar), label: String(turn) }];
  });
}

function nameTurns({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** Up to five round steps. */
function buildAxis(top: number, currency: string | null): CostModel["axis"] {
  if (top <= 0 || currency === null) return [];
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, n) => {
    const value = roundSum(n * step);
    return { value, label: formatMoneyOnAxis(value, step, currency) };
  });
}

function buildEmpty({
  analysedAsOfTurn,
  currency,
  callsTotal,
  pending,
  stated,
}: CostInput): CostModel["empty"] {
  if (callsTotal === null || (analysedAsOfTurn === null && pending !== null))
    return makePendingNotice("The bill", pending);
  if (callsTotal === 0) return { title: "No call, no cost.", text: "The session has no model call." };
  if (currency !== null) return null;
  return {
    title: "Nothing of this session has a price.",
    text: [
      "Its calls state no usage, or nobody has said what their model costs. Prices can be given in the settings.",
      ...(stated === null ? [] : [describeStated(stated, null)]),
    ].join(" "),
  };
}

function writeSentence({ total, parts, breaks, remedies, currency }: CostInput, money: Money): string {
  if (currency === null || total === null || parts === null) return "";
  const saved = remedies?.[0]?.saves ?? 0;
  const times = breaks?.length ?? 0;
  const carried =
    parts.carried.cost > 0 ? `, of it ${money(parts.carried.cost)} reading again what stood there` : "";
  const losses = times === 0 ? "" : ` after ${plural(times, "cache loss", "cache losses")}`;
  const broken = parts.rewritten.cost > 0 ? `, ${money(parts.rewritten.cost)} written again${losses}` : "";
  const could = saved > 0 ? `; ${money(saved)} could have been saved` : "";
  return `${money(total)}${carried}${broken}${could}.`;
}

const HALF_A_CENT = 0.005;

function listRemarks(input: CostInput, money: Money): string[] {
  const { total, withChildren, children, stated, analysed, pending } = input;
  const [calls, callsTotal] = [input.calls ?? 0, input.callsTotal ?? 0];
  return [
    ...(children.length > 0 && withChildren !== null
      ? [`With sub-agents and side calls: ${money(withChildren)}. ${money(total)} is of its own calls.`]
      : []),
    ...(calls < callsTotal
      ? [`${plural(callsTotal - calls, "call")} of ${count(callsTotal)} left out, without usage or price.`]
      : []),
    ...(stated === null ? [] : [describeStated(stated, input.currency)]),
    ...(analysed ? [] : [describePendingPart("What the newest turns add", pending)]),
  ];
}

/** Sources state sums in US dollars. */
function describeStated(
  { total, calls, ownTotal, isOfRun }: NonNullable<CostInput["stated"]>,
  currency: string | null,
): string {
  if (currency === STATED_CURRENCY && Math.abs(total - ownTotal) < HALF_A_CENT)
    return "The source states the same sum.";
  const statedText = `The source states ${describeMoney(total, STATED_CURRENCY)} for ${isOfRun ? "the whole run" : plural(calls, "call")}`;
  if (currency === null) return `${statedText}.`;
  const ownCost = describeMoney(ownTotal, currency);
  return isOfRun
    ? `${statedText}; the calls of the record cost ${ownCost} here.`
    : `${statedText}, which cost ${ownCost} here.`;
}

function buildParts({ parts, total }: CostInput, money: Money): CostModel["parts"] {
  if (parts === null) return [];
  const shareOf = (cost: number) => (total === null || total === 0 ? "" : formatPercent(cost / total));
  return [
    ...STACKED_PARTS.map((name) => ({ ...COST_PARTS[name], cost: parts[name].cost })),
    ...(parts.side.cost === 0
      ? []
      : [{ label: SIDE_LABEL, color: "var(--kind-retrieval)", cost: parts.side.cost }]),
  ].map(({ label, color, cost }) => ({ label, color, words: money(cost), share: shareOf(cost) }));
}

const LEAVES_MAX = 12;

/** Source, and within it the dearest blocks by name; the others of a source together. */
function buildTree({ bySource, carried }: CostInput, session: string, money: Money): TreeGroup[] {
  return (bySource ?? [])
    .filter(({ cost }) => cost > 0)
    .map(({ name, cost }) => {
      const leafBlocks = (carried ?? []).filter(({ source }) => source === name).slice(0, LEAVES_MAX);
      const rest = cost - leafBlocks.reduce((sum, block) => sum + block.cost, 0);
      const leaves = leafBlocks.map((block) => ({
        treeKey: block.blockId,
        // Equal calls at one price are told apart by when they came.
        name: `${makeNamedBlock(block)}, turn ${block.enteredTurn}`,
        short: shortenName(block),
        href: makeBlockHref(session, block.blockId),
        size: block.cost,
        words: money(block.cost),
      }));
      const restLeaf =
        rest > cost / 1_000
          ? [{ treeKey: name, name: "others", short: "others", href: null, size: rest, words: money(rest) }]
          : [];
      const { label, color } = pickSourceLook(name);
      return {
        name: label,
        words: money(cost),
        color,
        children: [...leaves, ...restLeaf].map((leaf) => ({ ...leaf, color })),
      };
    });
}

/** The tool, and the end of the path that it was called with. */
function shortenName(block: Parameters<typeof makeNamedBlock>[0]): string {
  const { label } = block;
  const isPath = label !== null && label.includes("/") && !/\s/.test(label);
  return makeNamedBlock(isPath ? { ...block, label: cutToLastPart(label) } : block);
}

const cutToLastPart = (path: string) =>
  path
    .split("/")
    .filter((part) => part !== "")
    .at(-1) ?? path;

function buildTreeTable({ bySource, carried, currency }: CostInput): TableData {
  return {
    columns: [
      { key: "source", label: "Source" },
      { key: "block", label: "Block" },
      { key: "cost", label: currency === null ? "Cost" : `Cost, ${currency}`, numeric: true },
    ],
    rows: [
      ...(bySource ?? []).map(({ name, cost }) => [pickSourceLook(name).label, null, roundSum(cost)]),
      ...(carried ?? []).map((block) => [
        pickSourceLook(block.source).label,
        makeNamedBlock(block),
        roundSum(block.cost),
      ]),
    ],
  };
}

function pickSourceLook(name: string): { label: string; color: string } {
  const kind = name as Parameters<typeof labelKind>[0];
  return { label: labelKind(kind), color: pickKindColor(kind) };
}

/** The replay that shows a remedy, with the remedy's options. */
function makeRemedyHref(
  sessionId: string,
  { policy, options }: NonNullable<CostInput["remedies"]>[number],
): string | null {
  if (policy === null) return null;
  const choice = { kind: policy, options: options ?? {}, pin: false, restore: false, recite: false };
  return replayStartHref(sessionId, writeDraft([choice]));
}
