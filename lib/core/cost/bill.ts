import type { RateCard } from "../pricing/rate-card";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Session, Turn } from "../trace/session";
import type { TurnIndex } from "../units";
import type { SessionBill, TurnBill } from "./bill-parts";
import { trackCacheStatesInSteps } from "./cache-state";
import { turnRates } from "./money";
import { WindowLedger } from "./window-ledger";
import type { PlaceRange } from "./ledger-places";

/**
 * What each block of each turn cost. Example: a call reads 900 tokens from the cache and writes 100.
 *
 *   place     0         300              900        1000
 *   window    residual | system | read a file | answer
 *   charged   ------------ read ------------- | written
 *
 * The window is in order, so the place of a block says how it was charged: `system` is carried at the price of a read, `answer`
 * is new at the price of a write. The residual is what the request held and the record does not: it stands in front, where
 * instructions and tools stand. By how much it grew came with the call, and stands behind what stood there before. A block that was in the cache and is written or uncached now is paid again.
 *
 * A window is as long as the session, so no turn looks at each of its blocks. What is charged alike is a run of neighbouring
 * blocks: each turn adds its rate to a few runs, and a block's cost is what its place gathered while it stood.
 */

/**
 * @param lastUse by block: the last turn that used or named it. A block that is in none was last used when it came in
 * @param from the first turn that is charged: copies before it are charged in another session
 */
export function computeBill(...args: Parameters<typeof computeBillInSteps>): SessionBill {
  return finishSteps(computeBillInSteps(...args));
}

/** Like {@link computeBill}, a turn per step. */
export function* computeBillInSteps(
  session: Session,
  rates: RateCard,
  lastUse: ReadonlyMap<number, TurnIndex> = new Map(),
  from: TurnIndex = 0,
): InSteps<SessionBill> {
  const getTable = (turn: Turn) => rates.findTable(turn);
  const cache = yield* trackCacheStatesInSteps(session.turns, getTable);
  const ledger = new WindowLedger(session, lastUse);
  yield;
  const turns: TurnBill[] = [];
  const paidAgain = new Map<TurnIndex, readonly PlaceRange[]>();
  for (const turn of session.turns) {
    ledger.advance(turn.index);
    ledger.layOut(turn);
    const charged = turnRates(turn.usage, getTable(turn));
    const state = cache.get(turn.index);
    const keptTokens = (state?.lost ?? 0) > 0 ? (state?.kept ?? null) : null;
    if (charged !== null && turn.index >= from) turns.push(ledger.charge(turn, charged, keptTokens));
    if (keptTokens !== null && state !== undefined) {
      const range = { from: state.read, to: Math.min(keptTokens, turn.usage?.input ?? 0) };
      paidAgain.set(turn.index, ledger.standingBetween(turn, range));
    }
    ledger.close(turn.index);
    yield;
  }
  const blocks = yield* ledger.end();
  return { from, turns, blocks, changes: ledger.changes, placeOf: ledger.brokenAt, paidAgain, rates, cache };
}
