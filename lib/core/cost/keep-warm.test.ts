import { describe, expect, it } from "vitest";
import type { SessionBill, TurnBill } from "./bill-parts";
import type { CacheState } from "./cache-state";
import { keepWarm } from "./keep-warm";
import { MONEY_UNIT } from "./money";

const MINUTE = 60_000;
const WINDOW = 100_000;
const extra = 0.55 / MONEY_UNIT;

/** Pauses in minutes, as the example of its head has them. */
function pausing(minutes: readonly number[], ttlMs = 5 * MINUTE) {
  const turns = minutes.map(
    (_, n) => ({ turn: n + 1, rates: { read: 0.05 / MONEY_UNIT / WINDOW } }) as TurnBill,
  );
  const states = minutes.map((pause, n) => {
    const state = { idleMs: pause * MINUTE, left: WINDOW, read: 0 } as CacheState;
    return [n + 1, state] as const;
  });
  const bill: Pick<SessionBill, "cache" | "turns" | "from"> = { cache: new Map(states), turns, from: 0 };
  const breaks = minutes.flatMap((pause, n) =>
    pause * MINUTE > ttlMs ? [{ turn: n + 1, cause: "idle" as const, ttlMs, extra }] : [],
  );
  return keepWarm(bill, breaks);
}

describe("keeping a cache warm", () => {
  it("is worth as many requests as save most over all pauses, also those that are too long for it", () => {
    const warming = pausing([6, 14, 120]);
    expect(warming).toMatchObject({ times: 3, prevented: 2, requests: 7 });
    expect(warming?.saved).toBeCloseTo(0.75, 6);
  });

  it("is worth nothing where no pause lost the cache, or none that a few requests bridge", () => {
    expect(pausing([1, 4])).toBeNull();
    expect(pausing([600, 900])).toBeNull();
  });

  it("pays for pauses that lost nothing, too", () => {
    expect(pausing([6])?.saved).toBeCloseTo(0.5, 6);
    expect(pausing([6, 4.8])?.saved).toBeCloseTo(0.45, 6);
  });
});
