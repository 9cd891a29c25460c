import type { PriceTable } from "../models/prices";
import type { InSteps } from "../steps";
import type { Turn } from "../trace/session";
import type { EpochMs, Tokens, TurnIndex } from "../units";

/** What the call before a turn left in the cache, and how the turn found it. */
export interface CacheState {
  /** Of the call before that has usage: what a call could read after it; `null` where that cannot be said. */
  readonly kept: Tokens | null;
  /** The same number as the call before states it, even where this call read more. */
  readonly left: Tokens | null;
  readonly read: Tokens;
  readonly lost: Tokens;
  readonly before: TurnIndex;
  readonly idleMs: EpochMs | null;
  /** For how long the cache keeps what the call before left. */
  readonly ttlMs: number;
  readonly modelChanged: boolean;
  /** Shorter beginnings are not kept. */
  readonly minPrefix: Tokens;
  readonly isShort: boolean;
}

/** Providers that cache by themselves are a call behind, or in steps. What is less is no loss. */
const IMPLICIT_LAG = 1_024;
const HOUR_MS = 3_600_000;

/**
 * A call that says what it wrote keeps what it read and wrote. Where a provider caches by itself, a call keeps its whole input,
 * in steps. A provider of which no call ever read anything keeps nothing that is known. One that mostly takes several calls to keep
 * what it was sent has lost only what the call before had read. Example, of input and read:
 *
 *   7,000 (5,979)   7,100 (5,970)   7,300 (5,965)   no loss: nothing more was kept yet
 *   7,400 (0)                                       5,965 tokens were lost
 */
export function* trackCacheStatesInSteps(
  turns: readonly Turn[],
  tableOf: (turn: Turn) => PriceTable,
): InSteps<ReadonlyMap<TurnIndex, CacheState>> {
  const states = new Map<TurnIndex, CacheState>();
  const { isRead, isWritten } = detectCache(turns);
  if (!isRead && !isWritten) return states;
  const isBehind = !isWritten && fallsBehind(turns, tableOf);
  let before: Turn | null = null;
  // How long a cache has been seen to live: one that is kept for an hour, and one that is not.
  const lived = { hour: 0, short: 0 };
  let hours = false;
  for (const turn of turns) {
    yield;
    const read = turn.usage?.cacheRead ?? null;
    if (turn.usage?.input == null) continue;
    if (before !== null && read !== null) {
      const table = tableOf(before);
      const left = countKept(before, table, isWritten);
      const kept = isBehind ? (before.usage?.cacheRead ?? null) : left;
      const lag = isWritten ? 0 : getLag(table);
      // A cache counts from its last use, which is when the call before began.
      const idleMs = turn.at === null || before.at === null ? null : turn.at - before.at;
      const lost = kept === null || kept - read <= lag ? 0 : kept - read;
      const kind = hours ? "hour" : "short";
      // A call that reads after a pause proves that the cache lives that long, unless another request kept it in the meantime.
      const isKeptMeanwhile = isWritten && left !== null && read > left;
      if (lost === 0 && read > 0 && idleMs !== null && !isKeptMeanwhile)
        lived[kind] = Math.max(lived[kind], idleMs);
      states.set(turn.index, {
        kept: kept === null ? null : Math.max(kept, read),
        left,
        read,
        lost,
        before: before.index,
        idleMs,
        ttlMs: Math.max(hours ? HOUR_MS : table.ttlMs, lived[kind]),
        modelChanged: turn.model !== null && before.model !== null && turn.model !== before.model,
        ...shortness(turn, tableOf(turn)),
      });
    }
    hours = (turn.usage.cacheWriteHour ?? 0) > 0 || (hours && (turn.usage.cacheWrite ?? 0) === 0);
    before = turn;
  }
  return states;
}

/** A request may be too short for what it begins with to be looked up. */
function shortness({ usage }: Turn, { minPrefix }: PriceTable): Pick<CacheState, "minPrefix" | "isShort"> {
  return { minPrefix, isShort: (usage?.input ?? 0) < minPrefix };
}

/** Whether any call read from a cache, and whether the provider says what it wrote. */
export function detectCache(turns: readonly Turn[]): {
  readonly isRead: boolean;
  readonly isWritten: boolean;
} {
  return {
    isRead: turns.some(({ usage }) => (usage?.cacheRead ?? 0) > 0),
    isWritten: turns.some(({ usage }) => (usage?.cacheWrite ?? 0) > 0),
  };
}

/** Whether most calls that read something read less than the call before had sent. */
function fallsBehind(turns: readonly Turn[], tableOf: (turn: Turn) => PriceTable): boolean {
  let [behind, all, sent] = [0, 0, null as Tokens | null];
  for (const turn of turns) {
    const { input = null, cacheRead } = turn.usage ?? {};
    if (input === null) continue;
    if (sent !== null && (cacheRead ?? 0) > 0) {
      all++;
      if (sent - (cacheRead ?? 0) > getLag(tableOf(turn))) behind++;
    }
    sent = input;
  }
  return behind > all / 2;
}

function getLag({ step }: PriceTable): Tokens {
  return Math.max(IMPLICIT_LAG, 2 * step);
}

function countKept({ usage }: Turn, table: PriceTable, isWritten: boolean): Tokens | null {
  if (usage?.input == null) return null;
  return countKeptAfter(
    { input: usage.input, read: usage.cacheRead ?? 0, write: usage.cacheWrite ?? 0 },
    table,
    isWritten,
  );
}

/** What a call leaves in the cache. */
export function countKeptAfter(
  { input, read, write }: { readonly input: Tokens; readonly read: Tokens; readonly write: Tokens },
  { step, minPrefix }: Pick<PriceTable, "step" | "minPrefix">,
  isWritten: boolean,
): Tokens {
  if (isWritten) return read + write;
  return input < minPrefix ? read : Math.floor(input / step) * step;
}
