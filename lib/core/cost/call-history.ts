import type { PriceTable } from "../models/prices";
import type { RateCard } from "../pricing/rate-card";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Session, Turn } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import { CONVERSATION_KINDS, FRAME_KINDS } from "../window/kinds-of-window";
import { computeBill } from "./bill";
import type { SessionBill } from "./bill-parts";
import type { CacheBreak } from "./breaks";
import { findBreaks } from "./breaks";
import { detectCache } from "./cache-state";

/**
 * How the provider served one recorded call, in terms that hold for another window too.
 *
 * - `none`: it read what the call before had left, or nearly so.
 * - `shared`: it lost the cache for a reason that no context policy makes: a pause, another model, other instructions, or none
 *   that the record shows. Another window would have lost it as well.
 * - `edited`: it lost the cache because the recorded policy edited the window. Another policy would not have.
 */
export interface ServedCall {
  readonly turn: Turn;
  readonly table: PriceTable;
  readonly input: Tokens;
  readonly read: Tokens;
  readonly write: Tokens;
  readonly uncached: Tokens;
  /** The share of `write` that is kept for an hour. */
  readonly hourShare: number;
  /** Tokens that the request held beside its blocks; below 0 where the record holds more than was sent. */
  readonly residual: Tokens;
  /** Tokens that the call before had left in the cache; `null` where that cannot be said. */
  readonly left: Tokens | null;
  readonly loss: "none" | "shared" | "edited";
  /** Where the recorded policy's edit begins in the request; `null` where it made none. */
  readonly edit: Tokens | null;
}

/** The calls of a session that state their input, and what they say together about the cache. */
export interface CallHistory {
  readonly calls: ReadonlyMap<TurnIndex, ServedCall>;
  /** Whether the provider says what it wrote. If not, it keeps prefixes by itself, in steps. */
  readonly isWritten: boolean;
  /** Beginnings that were still read after an edit, or by the first call of all: there the client marks what to keep. */
  readonly marks: readonly Tokens[];
  /** The end of instructions and tools in the first request, where a client marks them for itself. */
  readonly frontEnd: Tokens;
  /** By turn: where the window changed in its middle by nothing that a policy did, in the tokens of its blocks. */
  readonly harnessEdits: ReadonlyMap<TurnIndex, Tokens>;
}

export function buildCallHistory(session: Session, rates: RateCard): CallHistory {
  const bill = computeBill(session, rates);
  return finishSteps(buildCallHistoryInSteps(session, bill, findBreaks(session, bill)));
}

/** Like {@link buildCallHistory}, of a bill and its breaks, a turn per step. */
export function* buildCallHistoryInSteps(
  session: Session,
  bill: SessionBill,
  found: readonly CacheBreak[],
): InSteps<CallHistory> {
  const { rates } = bill;
  const breaks = new Map(found.map((cacheBreak) => [cacheBreak.turn, cacheBreak]));
  const edited = findEditedTurns(session);
  let share = 0;
  const calls = new Map<TurnIndex, ServedCall>();
  for (const turn of session.turns) {
    yield;
    if (turn.usage?.input == null) continue;
    const { input, cacheRead, cacheWrite, cacheWriteHour } = turn.usage;
    const [readTokens, write] = [cacheRead ?? 0, cacheWrite ?? 0];
    if (write > 0 && cacheWriteHour !== null) share = Math.min(1, cacheWriteHour / write);
    const residual = turn.window.residual ?? 0;
    const isEdited = edited.has(turn.index);
    const change = bill.changes.get(turn.index);
    const served: ServedCall = {
      turn,
      table: rates.findTable(turn),
      input,
      read: readTokens,
      write,
      uncached: Math.max(0, input - readTokens - write),
      hourShare: write > 0 && cacheWriteHour === null ? 0 : share,
      residual,
      left: bill.cache.get(turn.index)?.left ?? null,
      loss: classifyLoss(breaks.get(turn.index), isEdited),
      edit: isEdited && change !== undefined ? change.place + Math.max(0, residual) : null,
    };
    calls.set(turn.index, served);
  }
  return {
    calls,
    isWritten: detectCache(session.turns).isWritten,
    marks: collectMarks([...calls.values()]),
    frontEnd: sumFront(session, [...calls.values()][0]),
    harnessEdits: findHarnessEdits(bill, edited),
  };
}

/** Turns before which the recorded policy took something out of the conversation, or the provider did for it. */
function findEditedTurns({ turns, evictions, compactions, blocks }: Session): Set<TurnIndex> {
  const leftEvictions = evictions.filter(({ block }) =>
    CONVERSATION_KINDS.has(blocks[block]?.kind ?? "other"),
  );
  const applied = turns.filter(({ appliedEdits }) =>
    appliedEdits?.some(({ problem }) => problem === undefined),
  );
  return new Set(
    [...leftEvictions, ...compactions].map(({ turn }) => turn).concat(applied.map(({ index }) => index)),
  );
}

function classifyLoss(broken: CacheBreak | undefined, isEdited: boolean): ServedCall["loss"] {
  if (broken === undefined) return "none";
  const isByEdit = broken.cause === "window_edited" || broken.cause === "thinking_dropped";
  return isByEdit && isEdited ? "edited" : "shared";
}

function collectMarks(calls: readonly ServedCall[]): Tokens[] {
  const after = calls.filter(({ loss, read }) => loss !== "none" && read > 0).map(({ read }) => read);
  const first = calls[0]?.read ?? 0;
  return [...new Set([...after, ...(first > 0 ? [first] : [])])].sort((a, b) => a - b);
}

function sumFront({ residencies, blocks }: Session, first: ServedCall | undefined): Tokens {
  if (first === undefined) return 0;
  const frontBlocks = residencies.filter(
    ({ block, from }) => from <= first.turn.index && FRAME_KINDS.has(blocks[block]?.kind ?? "other"),
  );
  return frontBlocks.reduce(
    (sum, { block, version }) => sum + (blocks[block]?.versions[version]?.tokens ?? 0),
    Math.max(0, first.residual),
  );
}

function findHarnessEdits({ changes }: SessionBill, edited: ReadonlySet<TurnIndex>): Map<TurnIndex, Tokens> {
  return new Map([...changes].flatMap(([turn, { place }]) => (edited.has(turn) ? [] : [[turn, place]])));
}
