import { fileActs } from "../evidence/file-acts";
import { sumSessionCostInSteps } from "../pricing/cost";
import type { PriceTable } from "../models/prices";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import type { BilledRecording, HeldBill } from "./analysed-bill";
import { holdBill, proveLossesInSteps } from "./analysed-bill";
import type { BlockBill, PartName, SessionBill, ChargeShares } from "./bill-parts";
import { PART_NAMES, sumOf } from "./bill-parts";
import { labelOfBlock } from "./block-label";
import { countCalls } from "./count-calls";
import type { CostGroup } from "./block-groups";
import { findToolOfBlock, groupBlockCosts, indexFilesOfBlocks, sumLifeCost } from "./block-groups";
import type { CompactionBill } from "./compaction-bills";
import { computeCompactionBills } from "./compaction-bills";
import type { Floor } from "./floor";
import { computeFloor } from "./floor";
import { findLastUses } from "./last-uses";
import { toMoney } from "./money";
import type { Remedy } from "./remedies";
import { findRemediesInSteps } from "./remedies";
import type { CostBreak } from "./stored-break";
import { describeBreak } from "./stored-break";

export interface CostPart extends ChargeShares {
  readonly cost: number;
}

export interface CostPoint extends Readonly<Record<PartName | "output", number>> {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
}

export interface CarriedBlock {
  readonly blockId: string;
  readonly source: SourceKind;
  readonly label: string | null;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  readonly tokens: Tokens;
  readonly enteredTurn: TurnIndex;
  readonly lastUseTurn: TurnIndex;
  readonly turns: number;
  readonly cost: number;
  readonly new: number;
  readonly carried: number;
  readonly rewritten: number;
  readonly costAfterLastUse: number;
  /** What it would have saved to clear it after its last use, after paying for the broken cache. */
  readonly savedByClearing: number;
}

export interface ToolCost extends CostGroup {
  readonly calls: number;
}

/** What the source itself says that calls cost, in US dollars, beside the bill that is computed here. */
export interface StatedBill {
  readonly total: number;
  readonly calls: number;
  readonly ownTotal: number;
  /** Whether it is one sum over the whole run: then it can hold calls that the record does not have. */
  readonly isOfRun?: boolean;
}

/** What a session's own calls cost, in one currency. */
export interface Account {
  /** The currency; `null` where no call has a price. */
  readonly currency: string | null;
  /** The sum of all parts, with `other`. */
  readonly own: number;
  readonly parts: Readonly<Record<PartName | "output", CostPart>>;
  /** Server tools, calls inside a call, and calls whose price only the source states. */
  readonly other: number;
  readonly calls: number;
  readonly callsTotal: number;
  readonly stated: StatedBill | null;
  readonly points: readonly CostPoint[];
  readonly breaks: readonly CostBreak[];
  readonly carried: readonly CarriedBlock[];
  readonly byTool: readonly ToolCost[];
  /** The cost of what was read from each file and written to it. */
  readonly byFile: readonly CostGroup[];
  readonly bySource: readonly CostGroup[];
  readonly byPhase: readonly {
    readonly phase: string | null;
    readonly turns: number;
    readonly cost: number;
  }[];
  readonly floor: Floor;
  readonly compactions: readonly CompactionBill[];
  readonly remedies: readonly Remedy[];
  readonly rates: readonly PriceTable[];
}

const CARRIED_MAX = 200;
const BREAKS_MAX = 2_000;
const POINTS_MAX = 600;

/** @param input its `bill` is the one of {@link holdBill} */
export function buildAccount(input: Parameters<typeof buildAccountInSteps>[0]): Account {
  return finishSteps(buildAccountInSteps(input));
}

type AccountInput = BilledRecording & { readonly bill?: HeldBill };

/** Like {@link buildAccount}, a turn or a list per step. */
export function* buildAccountInSteps(input: AccountInput): InSteps<Account> {
  const { recording, evidence } = input;
  const { session, models = [], ownFrom = 0 } = recording;
  const bill = yield* (input.bill ?? holdBill(input)).inSteps();
  const lastUse = findLastUses(evidence);
  const [cost] = yield* sumSessionCostInSteps(session, models, ownFrom);
  const breaks = yield* proveLossesInSteps(recording, bill);
  yield;
  const blocks = bill.blocks.toSorted((a, b) => sumLifeCost(b) - sumLifeCost(a));
  const parts = { ...sumInputParts(bill), output: sumOutputPart(bill) };
  yield;
  const floor = computeFloor(session, bill, breaks);
  yield;
  const calls = countCalls(session);
  const byTool = groupBlockCosts(session, blocks, findToolOfBlock);
  yield;
  const files = indexFilesOfBlocks(yield* fileActs.inSteps(recording));
  const byFile = groupBlockCosts(session, blocks, (_, number) => files.get(number) ?? null);
  yield;
  const compactions = computeCompactionBills(session, bill);
  yield;
  const remedies = yield* findRemediesInSteps({ session, bill, breaks, floor, lastUse });
  return {
    currency: cost?.currency ?? null,
    own: Object.values(parts).reduce((sum, part) => sum + part.cost, 0) + (cost?.other ?? 0),
    parts,
    other: cost?.other ?? 0,
    calls: cost?.calls ?? 0,
    callsTotal: session.turns.filter(({ index }) => index >= ownFrom).length,
    stated: cost?.stated ?? (ownFrom === 0 ? runSum(session, cost?.total ?? 0) : null),
    points: listCostPoints(bill),
    breaks: breaks.slice(0, BREAKS_MAX).map((provedBreak) => describeBreak(session, provedBreak)),
    carried: blocks.slice(0, CARRIED_MAX).map((block) => describeCarried(session, block)),
    byTool: byTool.map((costGroup) => ({ ...costGroup, calls: calls.get(costGroup.name) ?? 0 })),
    byFile,
    bySource: groupBlockCosts(session, blocks, ({ kind }) => kind),
    byPhase: sumByPhase(session, bill),
    floor,
    compactions,
    remedies,
    rates: bill.rates.tables,
  };
}

/** The sum that a source states once for all calls, where it states no cost of single calls. */
function runSum({ meta, turns }: Session, ownTotal: number): StatedBill | null {
  const { cost = null, calls } = meta.reported ?? {};
  return cost === null ? null : { total: cost, calls: calls ?? turns.length, ownTotal, isOfRun: true };
}

function sumInputParts(bill: SessionBill): Record<PartName, CostPart> {
  const sum = (name: PartName): CostPart => {
    const shares = { read: 0, written: 0, uncached: 0 };
    for (const { parts } of bill.turns) for (const charge of CHARGES) shares[charge] += parts[name][charge];
    const { read, written, uncached } = shares;
    return {
      cost: toMoney(sumOf(shares)),
      read: toMoney(read),
      written: toMoney(written),
      uncached: toMoney(uncached),
    };
  };
  return { new: sum("new"), carried: sum("carried"), rewritten: sum("rewritten"), residual: sum("residual") };
}

const CHARGES = ["read", "written", "uncached"] as const;

function sumOutputPart({ turns }: SessionBill): CostPart {
  const cost = toMoney(turns.reduce((sum, { output }) => sum + output, 0));
  return { cost, read: 0, written: 0, uncached: 0 };
}

/**
 * Points of the chart of costs: neighbouring turns are added up, so that a long session has no more points than a chart can show.
 */
function listCostPoints({ turns }: SessionBill): CostPoint[] {
  const size = Math.max(1, Math.ceil(turns.length / POINTS_MAX));
  return Array.from({ length: Math.ceil(turns.length / size) }, (_, n) => {
    const turnsOfPoint = turns.slice(n * size, (n + 1) * size);
    const sumUp = (name: PartName) =>
      toMoney(turnsOfPoint.reduce((sum, { parts }) => sum + sumOf(parts[name]), 0));
    const [new_, carried, rewritten, residual] = PART_NAMES.map(sumUp);
    return {
      from: turnsOfPoint[0]?.turn ?? 0,
      to: turnsOfPoint.at(-1)?.turn ?? 0,
      new: new_ ?? 0,
      carried: carried ?? 0,
      rewritten: rewritten ?? 0,
      residual: residual ?? 0,
      output: toMoney(turnsOfPoint.reduce((sum, { output }) => sum + output, 0)),
    };
  });
}

function describeCarried({ blocks }: Session, bill: BlockBill): CarriedBlock {
  const block = blocks[bill.block];
  return {
    blockId: block?.id ?? "",
    source: block?.kind ?? "other",
    label: block === undefined ? null : labelOfBlock(block),
    toolName: block?.toolName ?? null,
    toolCallId: block?.toolCallId ?? null,
    tokens: bill.tokens,
    enteredTurn: bill.enteredTurn,
    lastUseTurn: bill.lastUseTurn,
    turns: bill.turns,
    cost: toMoney(sumLifeCost(bill)),
    new: toMoney(bill.new),
    carried: toMoney(bill.carried),
    rewritten: toMoney(bill.rewritten),
    costAfterLastUse: toMoney(bill.afterLastUse),
    savedByClearing: toMoney(bill.savedByClearing),
  };
}

function sumByPhase({ turns }: Session, bill: SessionBill): Account["byPhase"] {
  const phases = new Map(turns.map(({ index, phase }) => [index, phase]));
  const sums = new Map<string | null, { turns: number; cost: number }>();
  for (const { turn, input, output } of bill.turns) {
    const phase = phases.get(turn) ?? null;
    const sum = sums.get(phase) ?? { turns: 0, cost: 0 };
    sums.set(phase, { turns: sum.turns + 1, cost: sum.cost + toMoney(input + output) });
  }
  return [...sums].map(([phase, sum]) => ({ phase, ...sum })).sort((a, b) => b.cost - a.cost);
}
