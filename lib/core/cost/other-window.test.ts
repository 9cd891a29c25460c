import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { RateCard } from "../pricing/rate-card";
import { foldRecording } from "../trace/fold/recording";
import { buildCallHistory } from "./call-history";
import { OtherWindowCache } from "./other-window";

const SECOND = 1_000;

interface Call {
  readonly read: number;
  readonly write: number;
  readonly uncached?: number;
  readonly after?: number;
}

/** Each call adds 10,000 tokens behind instructions of 10,000. */
function cacheOf(model: string, calls: readonly Call[]): OtherWindowCache {
  let at = Date.parse("2026-01-01T10:00:00Z");
  let told = trace("s", { model });
  calls.forEach(({ read, write, uncached = 0, after = 10 * SECOND }, n) => {
    at += after;
    told = told.turn((t) => {
      t.at = at;
      if (n === 0) t.system(10_000);
      t.user(10_000, `user-${n}`);
      const usage = { input: read + write + uncached, cacheRead: read, cacheWrite: write, output: 10 };
      return t.with({ usage, model });
    });
  });
  const { session } = foldRecording(told.events());
  return new OtherWindowCache(buildCallHistory(session, new RateCard(session.meta.model, [])));
}

const CLAUDE = "claude-opus-4-5";
const GPT = "gpt-5.1";
const appended = (blocks: number) => ({ blocks, edit: null, entriesBehind: 0 });

const LOST_AFTER_A_PAUSE: readonly Call[] = [
  { read: 0, write: 20_000 },
  { read: 20_000, write: 10_000 },
  { read: 0, write: 40_000, after: 20 * 60 * SECOND },
  { read: 40_000, write: 9_990, uncached: 10 },
];

describe("a call with another window", () => {
  it("is charged as recorded while its window is the recorded one", () => {
    const cache = cacheOf(CLAUDE, LOST_AFTER_A_PAUSE);
    const charged = [20_000, 30_000, 40_000, 50_000].map((blocks, n) => cache.request(n, appended(blocks)));
    expect(charged).toMatchObject([
      { read: 0, write: 20_000, uncached: 0 },
      { read: 20_000, write: 10_000, uncached: 0 },
      { read: 0, write: 40_000, uncached: 0 },
      { read: 40_000, write: 9_990, uncached: 10 },
    ]);
  });

  it("reads nothing, and ends, where an edit stands before all that was measured", () => {
    const cache = cacheOf(CLAUDE, [
      { read: 0, write: 10_000 },
      { read: 10_000, write: 5_000 },
      { read: 0, write: 20_000, after: 20 * 60 * SECOND },
    ]);
    cache.request(0, appended(20_000));
    cache.request(1, appended(30_000));
    expect(cache.request(2, { blocks: 40_000, edit: 1_000, entriesBehind: 30 })?.read).toBe(0);
  });

  it("loses the cache at the same pause, and no more than its own window", () => {
    const cache = cacheOf(CLAUDE, LOST_AFTER_A_PAUSE);
    cache.request(0, appended(20_000));
    cache.request(1, { blocks: 25_000, edit: 15_000, entriesBehind: 1 });
    expect(cache.request(2, appended(35_000))).toMatchObject({ read: 0, write: 35_000 });
    expect(cache.request(3, appended(45_000))).toMatchObject({ read: 35_000, write: 9_990, uncached: 10 });
  });

  it("reads again up to a mark before its own edit, and nothing in between", () => {
    const cache = cacheOf(CLAUDE, [
      { read: 0, write: 20_000 },
      { read: 20_000, write: 10_000 },
      { read: 30_000, write: 10_000 },
    ]);
    cache.request(0, appended(20_000));
    cache.request(1, appended(30_000));
    expect(cache.request(2, { blocks: 38_000, edit: 28_000, entriesBehind: 2 })).toMatchObject({
      read: 20_000,
    });
    const far = cacheOf(CLAUDE, [
      { read: 0, write: 20_000 },
      { read: 20_000, write: 10_000 },
      { read: 30_000, write: 10_000 },
    ]);
    far.request(0, appended(20_000));
    far.request(1, appended(30_000));
    expect(far.request(2, { blocks: 38_000, edit: 28_000, entriesBehind: 21 })).toMatchObject({
      read: 10_000,
    });
  });

  it("reads up to its own edit in steps where the provider keeps prefixes by itself", () => {
    const cache = cacheOf(GPT, [
      { read: 0, write: 0, uncached: 20_000 },
      { read: 19_840, write: 0, uncached: 10_160 },
      { read: 29_824, write: 0, uncached: 10_176 },
    ]);
    expect(cache.request(0, appended(20_000))).toMatchObject({ read: 0, uncached: 20_000 });
    expect(cache.request(1, appended(30_000))).toMatchObject({ read: 19_840, uncached: 10_160 });
    expect(cache.request(2, { blocks: 39_000, edit: 25_000, entriesBehind: 1 })).toMatchObject({
      read: 24_960,
      write: 0,
      uncached: 14_040,
    });
  });

  it("is not charged where the record says nothing of the call", () => {
    expect(cacheOf(CLAUDE, LOST_AFTER_A_PAUSE).request(9, appended(1))).toBeNull();
  });

  it("repeats a call whose window is not known", () => {
    const cache = cacheOf(CLAUDE, LOST_AFTER_A_PAUSE);
    cache.repeat(0);
    expect(cache.request(1, appended(26_000))).toMatchObject({ read: 20_000, write: 6_000 });
  });
});
