import type { Tokens, TurnIndex } from "../../units";
import { BLOCK_FACTS, ENTRY_FACTS } from "../block-facts";
import { COMPACTION_FACTS } from "../cause-facts";
import { makeTeller } from "../fact";
import type {
  Block,
  BlockVersion,
  Calibration,
  Compaction,
  Eviction,
  Residency,
  Session,
  SessionMeta,
  SessionWarning,
  Turn,
} from "../session";
import { computeCalibration } from "./calibration";
import type { FoldedCompaction } from "./folded-compaction";
import { listAwaitedCompactions } from "./compactions";
import { computeDoubts, doubtWarnings, turnsInDoubt, addDoubt } from "./doubts";
import type { EditReport } from "./evictions";
import type { FoldedEviction } from "./folded-eviction";
import { budgetInForce, chooseSessionWindow, describeWindowWarnings } from "./limits";
import { sumOccupancy } from "./occupancy";
import type { FoldedRecord } from "./records";
import { checkTotals } from "./run-totals";
import type { FoldedVersion, RegisteredBlock } from "./registered-block";
import type { FoldState } from "./state";
import type { TurnBefore } from "./turns";
import { makeFigure, finishTurn } from "./turns";
import type { OpenResidency } from "./window-state";

const tellFacts = makeTeller(BLOCK_FACTS);
const tellEntry = makeTeller(ENTRY_FACTS);
const tellCompaction = makeTeller(COMPACTION_FACTS);

/**
 * Makes the session from the folded state: calibrates, sums per turn, and fills in what needs the whole session.
 * `awaited` are reports of edits whose turn has not come.
 */
export function finishSession(state: FoldState, awaited: readonly EditReport[] = []): Session {
  const calibration = computeCalibration(state);
  const blocks = state.registry.blocks.map((facts) => finishBlock(facts, calibration));
  const residencies = state.window.residencies.filter(isOfTurns).map(finishResidency);
  const sums = sumOccupancy(
    state.turns.map((turn) => turn.event.turn),
    residencies,
    blocks,
  );
  const turns: Turn[] = [];
  state.turns.forEach((facts, i) => turns.push(finishTurn(state, facts, sums[i], turns.at(-1))));
  const byIndex = new Map(turns.map((turn) => [turn.index, turn]));
  const sizeOf = makeVersionLookup(state, calibration);
  const evictions = state.evictions.map((eviction) => finishEviction(eviction, state, sizeOf));
  const doubts = computeDoubts(undefined, turns, evictions);
  const judged = evictions.map((eviction) => addDoubt(eviction, doubts.get(eviction.turn)));
  return {
    meta: computeMeta(state),
    turns,
    blocks,
    residencies,
    evictions: judged,
    compactions: [...state.compactions, ...listAwaitedCompactions(state, awaited)].map((facts) =>
      addDoubt(finishCompaction(facts, byIndex), doubts.get(facts.turn)),
    ),
    unmadeEdits: state.unmadeEdits.slice(),
    unsentOutputs: state.unsentOutputs.slice(),
    repeats: state.calls.repeats.slice(),
    toolCalls: state.calls.total,
    records: state.records.all.map((record) => finishRecord(record, state.turns)),
    calibration,
    gaps: findGapsAfter(
      -1,
      turns.map((turn) => turn.index),
    ),
    warnings: sessionWarnings(state, turnsInDoubt(judged)),
  };
}

/** The warnings of a session: what is not as the source says it. */
export function sessionWarnings(state: FoldState, inDoubt: ReadonlySet<TurnIndex>): SessionWarning[] {
  return [
    ...state.warnings.list(),
    ...checkTotals(state),
    ...describeWindowWarnings(state),
    ...doubtWarnings(inDoubt),
  ];
}

/** Whether a residency covers a turn; one that covers none exists only for its eviction. */
export function isOfTurns({ from, to }: Pick<Residency, "from" | "to">): boolean {
  return to === null || to >= from;
}

export function finishResidency(open: OpenResidency): Residency {
  const { block, version, mode, since, from, to, rank, continues } = open;
  return { block, version, mode, since, from, to, rank, continues, ...tellEntry(open) };
}

export function finishCompaction(
  facts: FoldedCompaction,
  turns: ReadonlyMap<TurnIndex, TurnBefore>,
): Compaction {
  return {
    ...tellCompaction(facts),
    turn: facts.turn,
    tokensBefore: makeFigure(
      facts.reportedBefore,
      facts.before === null ? undefined : turns.get(facts.before),
    ),
    tokensAfter: makeFigure(facts.reportedAfter, turns.get(facts.turn)),
    removed: facts.removed,
    summaryBlock: facts.summaryBlock,
    cause: facts.cause,
  };
}

/**
 * A record with its turn. A record before all turns belongs to the first turn, one between two calls to the later one,
 * one after all calls to the newest turn.
 * @param turns in ascending order
 */
export function finishRecord(
  { turn, event }: FoldedRecord,
  turns: FoldState["turns"],
): Session["records"][number] {
  const statedTurn = Number.isInteger(turn)
    ? turn
    : ((turns[findFirstFrom(turns, turn)] ?? turns.at(-1))?.event.turn ?? 0);
  return {
    turn: statedTurn,
    event: event.type === "session.restarted" ? { ...event, turn: statedTurn } : event,
  };
}

function findFirstFrom(turns: FoldState["turns"], turn: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.event.turn ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function finishBlock(facts: RegisteredBlock, calibration: Calibration): Block {
  return {
    id: facts.id,
    kind: facts.kind,
    trust: facts.trust,
    redeclared: facts.redeclared,
    createdTurn: facts.createdTurn,
    full: facts.full,
    versions: facts.versions.map((version) => finishVersion(version, calibration)),
    ...tellFacts(facts),
  };
}

function finishVersion(
  { hash, text, traits, counted, stated }: FoldedVersion,
  calibration: Calibration,
): BlockVersion {
  const chars = traits?.chars ?? null;
  if (stated !== null) return { hash, text, chars, tokens: stated.value, provenance: stated.provenance };
  if (counted === null) return { hash, text, chars, tokens: null, provenance: "unavailable" };
  const tokens = counted === 0 ? 0 : Math.max(1, Math.round(counted * calibration.factor));
  return { hash, text, chars, tokens, provenance: calibration.exact ? "tokenized" : "estimated" };
}

export type VersionLookup = (residency: Pick<Residency, "block" | "version">) => BlockVersion | undefined;

export function makeVersionLookup({ registry }: FoldState, calibration: Calibration): VersionLookup {
  return ({ block, version }) => {
    const facts = registry.blocks[block]?.versions[version];
    return facts === undefined ? undefined : finishVersion(facts, calibration);
  };
}

export function finishEviction(
  facts: FoldedEviction,
  { window }: FoldState,
  sizeOf: VersionLookup,
): Eviction {
  const { before, after, reference } = facts;
  const was = window.residencies[before];
  const is = after === null ? undefined : window.residencies[after];
  const freed =
    was === undefined
      ? null
      : subtractTokens(getTokens(sizeOf(was)), is === undefined ? 0 : getTokens(sizeOf(is)));
  return {
    block: facts.block,
    turn: facts.turn,
    enteredTurn: facts.enteredTurn,
    how: facts.how,
    fromMode: was?.mode ?? "full",
    toMode: is?.mode ?? null,
    cause: facts.cause,
    tokensFreed: freed,
    reference,
    restorable: reference?.restorable ?? (reference !== null && reference.kind !== "placeholder"),
    reenteredTurn: facts.reenteredTurn,
    refetchedTurn: facts.refetchedTurn,
    compaction: facts.compaction,
  };
}

function getTokens(version: BlockVersion | undefined): Tokens | null {
  return version?.tokens ?? null;
}

/** A name without spaces around it; `null` for a blank one, which names nobody. */
function trimName(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}

function subtractTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a === null || b === null ? null : a - b;
}

/** The facts of a session. What the session does not state is taken from its turns. */
export function computeMeta(state: FoldState): SessionMeta {
  const { started, ended, span } = state;
  const limit = chooseSessionWindow(state);
  return {
    externalId: started?.session ?? ended?.session ?? span.session ?? "",
    name: trimName(started?.name),
    agent: trimName(started?.agent),
    model: started?.model ?? span.model,
    role: started?.role ?? "main",
    parent:
      started?.parent === undefined
        ? null
        : { session: started.parent.session, toolCallId: started.parent.toolCallId ?? null },
    source:
      started?.source === undefined
        ? null
        : { format: started.source.format, file: started.source.file ?? null },
    policy: started?.policy ?? null,
    tags: started?.tags ?? [],
    notes: started?.notes ?? [],
    ...chooseTimes(state),
    outcome: ended?.outcome ?? null,
    outcomeReason: ended?.reason ?? null,
    contextWindow: limit.value,
    contextWindowProvenance: limit.provenance,
    budget: started?.budget ?? state.budgets.total ?? budgetInForce(state),
    budgets: state.budgets.newest,
    reported: readReported(started),
    started: stripPlace(started),
    ended: stripPlace(ended),
    forkedFrom: started?.forkedFrom?.session ?? null,
  };
}

function stripPlace<E extends { id: string; session: string; type: string }>(event: E | null) {
  if (event === null) return null;
  const { id: _id, session: _session, type: _type, ...fields } = event;
  return fields;
}

/** The times of a session. A start after the end is no start: then the turns say when the session began and ended. */
function chooseTimes({ started, ended, span }: FoldState): Pick<SessionMeta, "startedAt" | "endedAt"> {
  const last = span.last?.endedAt ?? span.last?.at ?? null;
  const [startedAt, endedAt] = [started?.at ?? span.firstAt, ended?.at ?? last];
  if (startedAt === null || endedAt === null || startedAt <= endedAt) return { startedAt, endedAt };
  const times = [span.firstAt, last, endedAt].filter((at) => at !== null);
  return { startedAt: Math.min(...times), endedAt: Math.max(...(last === null ? times : [last])) };
}

function readReported(started: FoldState["started"]): SessionMeta["reported"] {
  if (started?.reported === undefined) return null;
  const { tokensSent = null, tokensReceived = null, calls = null, cost = null } = started.reported;
  return { tokensSent, tokensReceived, calls, cost };
}

export function findGapsAfter(
  turn: TurnIndex,
  following: readonly TurnIndex[],
): { from: TurnIndex; to: TurnIndex }[] {
  const gaps: { from: TurnIndex; to: TurnIndex }[] = [];
  let expected = turn + 1;
  for (const index of following) {
    if (index > expected) gaps.push({ from: expected, to: index - 1 });
    expected = index + 1;
  }
  return gaps;
}
