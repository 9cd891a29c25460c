import type { SessionBill } from "./bill-parts";
import type { CacheBreak } from "./breaks";
import { toMoney } from "./money";

export interface Warming {
  /** The length of a pause after which a request is sent, and again after the next one, at most `times` in a row. */
  readonly everyMs: number;
  readonly times: number;
  /** How many losses by a pause it would have prevented. */
  readonly prevented: number;
  readonly requests: number;
  readonly saved: number;
}

/** The share of the cache's life after which a request is sent, so that it does not come too late. */
const EARLY = 0.9;
const TIMES_MAX = 12;

/**
 * What it would have saved to read the cache again while the session waits. Nobody knows how long a pause will be, so a rule says
 * how often at most, and pays that in every long pause. Example, of a cache that lives 5 minutes and a window that costs $0.05 to
 * read and $0.60 to write:
 *
 *   pause      at most 2 requests           at most 3 requests
 *   6 min      1: -$0.05 + $0.55            1: -$0.05 + $0.55
 *   14 min     2: -$0.10, and it is lost    3: -$0.15 + $0.55
 *   2 hours    2: -$0.10, and it is lost    3: -$0.15, and it is lost
 *   saved      $0.30                        $0.75
 */
export function keepWarm(
  { cache, turns, from }: Pick<SessionBill, "cache" | "turns" | "from">,
  breaks: readonly Pick<CacheBreak, "turn" | "cause" | "ttlMs" | "extra">[],
): Warming | null {
  const idle = new Map(
    breaks.filter(({ cause }) => cause === "idle").map((cacheBreak) => [cacheBreak.turn, cacheBreak]),
  );
  if (idle.size === 0) return null;
  const everyMs = Math.min(...[...idle.values()].map(({ ttlMs }) => ttlMs)) * EARLY;
  const readRates = new Map(turns.map(({ turn, rates }) => [turn, rates.read]));
  const pauses = [...cache].flatMap(([turn, { idleMs, left, read }]) => {
    const pings = Math.floor((idleMs ?? 0) / everyMs);
    const price = (left ?? read) * (readRates.get(turn) ?? 0);
    return pings === 0 || turn < from ? [] : [{ needed: pings, price, extra: idle.get(turn)?.extra ?? 0 }];
  });
  const tried = Array.from({ length: TIMES_MAX }, (_, n) => {
    const times = n + 1;
    const [prevented, requests] = [
      pauses.filter(({ needed, extra }) => needed <= times && extra > 0),
      pauses.reduce((sum, { needed }) => sum + Math.min(needed, times), 0),
    ];
    const paid = pauses.reduce((sum, { needed, price }) => sum + Math.min(needed, times) * price, 0);
    const saved = toMoney(prevented.reduce((sum, { extra }) => sum + extra, 0) - paid);
    return { everyMs, times, prevented: prevented.length, requests, saved };
  });
  const [best] = tried.sort((a, b) => b.saved - a.saved || a.times - b.times);
  return best === undefined || best.saved <= 0 ? null : best;
}
