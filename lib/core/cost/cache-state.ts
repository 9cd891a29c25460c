import type { PriceTable } from "../models/prices";
import type { InSteps } from "../steps";
import type { Turn } from "../trace/session";
import type { EpochMs, Tokens, TurnIndex } from "../units";

/** What the call before a turn left in the cache, and how the turn found it. */
export interface CacheState {
  /** Tokens that a call could read after the call before that has usage; `null` where that cannot be said. */
  readonly kept: Tokens | null;
  /** The same number as the call before states it, even where this call read more. */
  readonly left: Tokens | null;
  readonly read: Tokens;
  readonly lost: Tokens;
  readonly before: TurnIndex;
  readonly idleMs: EpochMs | null;
  /** For how long the cache keeps what the call before left, in milliseconds. */
  readonly ttlMs: number;
  readonly modelChanged: boolean;
  /** The shortest beginning that the cache keeps, in tokens. */
  readonly minPrefix: Tokens;
  readonly isShort: boolean;
}

/**
 * The most tokens by which a reading may fall short without being a loss: providers that cache by themselves are a call behind,
 * or keep beginnings in steps.
 */
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
  const isBehind = !isWritten && isFallingBehind(turns, tableOf);
  let before: Turn | null = null;
  // For how long a cache has been seen to live: a cache that is kept for an hour, and one that is not.
  const lived = { hour: 0, short: 0 };
  let hours = false;
  for (const turn of turns) {
    yield;
    const readTokens = turn.usage?.cacheRead ?? null;
    if (turn.usage?.input == null) continue;
    if (before !== null && readTokens !== null) {
      const table = tableOf(before);
      const leftTokens = countKept(before, table, isWritten);
      const keptTokens = isBehind ? (before.usage?.cacheRead ?? null) : leftTokens;
      const lag = isWritten ? 0 : getLag(table);
      // A cache counts from its last use, which is when the call before began.
      const idleMs = turn.at === null || before.at === null ? null : turn.at - before.at;
      const lostTokens = keptTokens === null || keptTokens - readTokens <= lag ? 0 : keptTokens - readTokens;
      const kind = hours ? "hour" : "short";
      // A call that reads after a pause proves that the cache lives that long, unless another request kept it in the meantime.
      const isKeptMeanwhile = isWritten && leftTokens !== null && readTokens > leftTokens;
      if (lostTokens === 0 && readTokens > 0 && idleMs !== null && !isKeptMeanwhile)
        lived[kind] = Math.max(lived[kind], idleMs);
      states.set(turn.index, {
        kept: keptTokens === null ? null : Math.max(keptTokens, readTokens),
        left: leftTokens,
        read: readTokens,
        lost: lostTokens,
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

/** Whether a request is too short for its beginning to be looked up in the cache. */
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
function isFallingBehind(turns: readonly Turn[], tableOf: (turn: Turn) => PriceTable): boolean {
  let [behind, readings, sentTokens] = [0, 0, null as Tokens | null];
  for (const turn of turns) {
    const { input = null, cacheRead } = turn.usage ?? {};
    if (input === null) continue;
    if (sentTokens !== null && (cacheRead ?? 0) > 0) {
      readings++;
      if (sentTokens - (cacheRead ?? 0) > getLag(tableOf(turn))) behind++;
    }
    sentTokens = input;
  }
  return behind > readings / 2;
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
