import type { FileAct } from "../evidence/file-acts";
import { fileActs } from "../evidence/file-acts";
import { sumSessionCostInSteps } from "../pricing/cost";
import type { PriceTable } from "../models/prices";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import { turnAt } from "../window/turn-at";
import type { SourceKind } from "../vocabulary";
import type { BilledRecording, HeldBill } from "./analysed-bill";
import { holdBill, proveLossesInSteps } from "./analysed-bill";
import type { BlockBill, PartName, SessionBill, ChargeShares } from "./bill-parts";
import { PART_NAMES, sumOf } from "./bill-parts";
import type { ProvedBreak } from "./prove-causes";
import { countCalls } from "./count-calls";
import type { CompactionBill } from "./compaction-bills";
import { computeCompactionBills } from "./compaction-bills";
import type { Floor } from "./floor";
import { computeFloor } from "./floor";
import { findLastUses } from "./last-uses";
import { toMoney } from "./money";
import type { Remedy } from "./remedies";
import { findRemediesInSteps } from "./remedies";

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
  /** What clearing it after its last use would have saved, after paying for the broken cache. */
  readonly savedByClearing: number;
}

export interface ToolCost extends CostGroup {
  readonly calls: number;
}

export interface CostGroup {
  readonly name: string;
  readonly blocks: number;
  readonly tokens: Tokens;
  readonly cost: number;
  readonly new: number;
  readonly carried: number;
  readonly rewritten: number;
  readonly costAfterLastUse: number;
}

/** A loss as it is stored: sums in the currency, and blocks by their ids. */
export interface CostBreak extends Omit<ProvedBreak, "at" | "edit" | "by" | "claims" | "minPrefix"> {
  readonly at: { readonly tokens: Tokens; readonly blockId: string | null };
  readonly edit: {
    readonly blockId: string;
    readonly source: SourceKind;
    readonly label: string | null;
    readonly how: string | null;
    readonly policy: string | null;
  } | null;
  readonly tools: { readonly added: readonly string[]; readonly removed: readonly string[] } | null;
}

/** What the source itself says that calls cost, in US dollars, beside what they cost here. */
export interface StatedBill {
  readonly total: number;
  readonly calls: number;
  readonly ownTotal: number;
  /** One sum over the whole run: it can hold calls that the record does not. */
  readonly isOfRun?: boolean;
}

/** What a session's own calls cost, in one currency. */
export interface Account {
  /** `null` where no call has a price. */
  readonly currency: string | null;
  /** The sum of all parts, of `other` too. */
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
  /** What was read from each file and written to it. */
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
const GROUPS_MAX = 200;
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
  const byTool = groupCosts(session, blocks, findTool);
  yield;
  const files = filesOf(yield* fileActs.inSteps(recording));
  const byFile = groupCosts(session, blocks, (_, number) => files.get(number) ?? null);
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
    bySource: groupCosts(session, blocks, ({ kind }) => kind),
    byPhase: sumByPhase(session, bill),
    floor,
    compactions,
    remedies,
    rates: bill.rates.tables,
  };
}

/** The sum that a source states once for all calls, where it states none of a call. */
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

function sumLifeCost(bill: BlockBill): number {
  return bill.new + bill.carried + bill.rewritten;
}

/** Neighbouring turns together, so that a long session has no more points than a chart can show. */
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
    label: block === undefined ? null : labelOf(block),
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

const LABEL_CHARS_MAX = 200;

function labelOf({ label, origin }: NamedBlock): string | null {
  const named = label ?? origin?.path ?? origin?.url;
  return named?.slice(0, LABEL_CHARS_MAX).toWellFormed() ?? null;
}

type NamedBlock = Session["blocks"][number];

/** Calls and results; the schema of a tool belongs to the floor. */
function findTool({ kind, toolName }: NamedBlock): string | null {
  return kind === "tool_call" || kind === "tool_result" ? toolName : null;
}

/** The file of a block. A patch of several files counts for the first. */
function filesOf(acts: readonly FileAct[]): ReadonlyMap<number, string> {
  const files = new Map<number, string>();
  for (const { block, path } of acts)
    if (!files.has(block)) files.set(block, path.slice(0, LABEL_CHARS_MAX).toWellFormed());
  return files;
}

function groupCosts(
  { blocks }: Session,
  bills: readonly BlockBill[],
  nameOf: (block: NamedBlock, number: number) => string | null,
): CostGroup[] {
  const groups = new Map<string, { -readonly [Field in keyof CostGroup]: CostGroup[Field] }>();
  for (const bill of bills) {
    const block = blocks[bill.block];
    const name = block === undefined ? null : nameOf(block, bill.block);
    if (name === null) continue;
    const none = { blocks: 0, tokens: 0, cost: 0, new: 0, carried: 0, rewritten: 0, costAfterLastUse: 0 };
    const group = groups.get(name) ?? { name, ...none };
    groups.set(name, group);
    group.blocks++;
    group.tokens += bill.tokens;
    group.cost += toMoney(sumLifeCost(bill));
    group.new += toMoney(bill.new);
    group.carried += toMoney(bill.carried);
    group.rewritten += toMoney(bill.rewritten);
    group.costAfterLastUse += toMoney(bill.afterLastUse);
  }
  return [...groups.values()].sort((a, b) => b.cost - a.cost).slice(0, GROUPS_MAX);
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

function describeBreak(
  { blocks, evictions, turns }: Session,
  { at, edit, cost, extra, by, claims: _claims, minPrefix: _least, ...one }: ProvedBreak,
): CostBreak {
  const eviction = edit?.eviction == null ? undefined : evictions[edit.eviction];
  const block = blocks[edit?.block ?? -1];
  return {
    ...one,
    cost: cost === null ? null : toMoney(cost),
    extra: extra === null ? null : toMoney(extra),
    at: { tokens: at.tokens, blockId: at.block === null ? null : (blocks[at.block]?.id ?? null) },
    edit:
      block === undefined || by !== "window" || one.standing !== "proved"
        ? null
        : {
            blockId: block.id,
            source: block.kind,
            label: labelOf(block),
            how: eviction?.how ?? null,
            policy: eviction?.cause.policy ?? null,
          },
    tools: by === "tools" && one.standing === "proved" ? compareTools(turns, one) : null,
  };
}

const TOOLS_NAMED_MAX = 50;

/** Which tools came into the list of tools, and which left it. Neither, where only their order is another. */
function compareTools(turns: Session["turns"], { before, turn }: ProvedBreakPair): CostBreak["tools"] {
  const [old, now] = [before, turn].map((at) => new Set(turnAt(turns, at)?.visibleTools ?? []));
  const listMissing = (names = new Set<string>(), others = new Set<string>()) =>
    [...names].filter((name) => !others.has(name)).slice(0, TOOLS_NAMED_MAX);
  return { added: listMissing(now, old), removed: listMissing(old, now) };
}

type ProvedBreakPair = Pick<ProvedBreak, "before" | "turn">;
