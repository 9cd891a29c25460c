import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { RateCard } from "../pricing/rate-card";
import { computeBill } from "./bill";
import { findBreaks } from "./breaks";

const MODEL = "claude-opus-4-5";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface Call {
  readonly read: number;
  readonly write: number;
  readonly hour?: boolean;
  readonly after?: number;
  readonly model?: string;
}

/** Each call adds 10,000 tokens of a user; what it read and wrote is given. */
function story(
  calls: readonly Call[],
  edit: (turn: Parameters<Parameters<TraceBuilder["turn"]>[0]>[0], n: number) => void = () => undefined,
) {
  let at = Date.parse("2026-01-01T10:00:00Z");
  let told = trace("s", { model: MODEL });
  calls.forEach(({ read, write, hour = false, after = 10 * SECOND, model = MODEL }, n) => {
    at += after;
    told = told.turn((t) => {
      t.at = at;
      if (n === 0) t.system(10_000);
      t.user(10_000, `user-${n}`);
      edit(t, n);
      const usage = {
        input: read + write,
        cacheRead: read,
        cacheWrite: write,
        output: 10,
        ...(hour && { cacheWriteHour: write }),
      };
      return t.with({ usage, model });
    });
  });
  const { session } = foldRecording(told.events());
  return findBreaks(session, computeBill(session, new RateCard(session.meta.model, [])));
}

const GROWS: readonly Call[] = [
  { read: 0, write: 20_000 },
  { read: 20_000, write: 10_000 },
  { read: 30_000, write: 10_000 },
];

describe("a loss of the cache", () => {
  it("costs what stood there before and is paid again, and nothing of what came", () => {
    const [first, second] = [
      { read: 0, write: 20_000 },
      { read: 20_000, write: 10_000 },
    ] as const;
    expect(story([first, second, { read: 0, write: 40_000 }])).toMatchObject([
      { lost: 30_000, rewritten: 30_000 },
    ]);
    const compacted = story([first, second, { read: 10_000, write: 19_000 }], (t, n) => {
      if (n === 2) t.compact("summary", 9_000, ["user-0", "user-1"]);
    });
    expect(compacted).toMatchObject([{ lost: 20_000, rewritten: 0, cost: 0, cause: "window_edited" }]);
  });

  it("is none where every call reads what the call before left", () => {
    expect(story(GROWS)).toEqual([]);
  });

  it("is by a pause longer than the cache lives, and not by one that is shorter", () => {
    expect(story([...GROWS, { read: 0, write: 50_000, after: 6 * MINUTE }])).toMatchObject([
      { turn: 3, kept: 40_000, read: 0, lost: 40_000, rewritten: 40_000, cause: "idle" },
    ]);
    expect(story([...GROWS, { read: 0, write: 50_000, after: 4 * MINUTE }])).toMatchObject([
      { cause: "unexplained" },
    ]);
  });

  it("has the hour that its writes asked for", () => {
    const hours = GROWS.map((call) => ({ ...call, hour: true }));
    const lost = { read: 0, write: 50_000, hour: true };
    expect(story([...hours, { ...lost, after: 30 * MINUTE }])).toMatchObject([{ cause: "unexplained" }]);
    expect(story([...hours, { ...lost, after: 61 * MINUTE }])).toMatchObject([
      { cause: "idle", ttlMs: 60 * MINUTE },
    ]);
  });

  it("believes a time to live that a later read proves", () => {
    const read = [...GROWS, { read: 40_000, write: 10_000, after: 20 * MINUTE }];
    expect(story(read)).toEqual([]);
    expect(story([...read, { read: 0, write: 60_000, after: 15 * MINUTE }])).toMatchObject([
      { cause: "unexplained" },
    ]);
  });

  it("believes of a cache for five minutes nothing that one for an hour proves", () => {
    const hours = [...GROWS, { read: 40_000, write: 10_000, after: 20 * MINUTE }].map((call) => ({
      ...call,
      hour: true,
    }));
    const short = { read: 50_000, write: 10_000 };
    expect(story([...hours, short, { read: 0, write: 70_000, after: 6 * MINUTE }])).toMatchObject([
      { turn: 5, cause: "idle", ttlMs: 5 * MINUTE },
    ]);
    expect(story([...hours, short, { read: 0, write: 70_000, hour: true, after: 6 * MINUTE }])).toMatchObject(
      [{ cause: "idle" }],
    );
  });

  it("believes no read that is longer than what the call before left: another request kept it", () => {
    const read = [...GROWS, { read: 40_500, write: 10_000, after: 6 * MINUTE }];
    expect(story([...read, { read: 0, write: 60_500, after: 5.5 * MINUTE }])).toMatchObject([
      { turn: 4, cause: "idle", ttlMs: 5 * MINUTE },
    ]);
  });

  it("is by an edit where the windows differ at the place where the reading ended", () => {
    const calls = [...GROWS, { read: 20_000, write: 20_000 }];
    const [edited] = story(calls, (t, n) => n === 3 && t.clear("user-1", "[cleared]"));
    expect(edited).toMatchObject({ turn: 3, cause: "window_edited", lost: 20_000, at: { tokens: 20_000 } });
    expect(edited?.edit?.eviction).not.toBeNull();
  });

  it("stays unexplained where the windows differ behind the place, or read beyond it", () => {
    const calls = [...GROWS, { read: 10_000, write: 40_000 }];
    const [behind] = story(calls, (t, n) => n === 3 && t.clear("user-2", "[cleared]"));
    expect(behind).toMatchObject({ cause: "unexplained", edit: { block: expect.any(Number) as number } });
    expect(story(calls)).toMatchObject([{ cause: "unexplained", edit: null }]);
    const far = [...GROWS, { read: 35_000, write: 10_000 }];
    expect(story(far, (t, n) => n === 3 && t.clear("user-0", "[cleared]"))).toMatchObject([
      { cause: "unexplained" },
    ]);
  });

  it("is by instructions or tools that changed, by thinking that was dropped, by another model", () => {
    const lost = { read: 0, write: 50_000 };
    const tools = (t: { with: (extras: { visibleTools: string[] }) => unknown }, n: number) =>
      t.with({ visibleTools: n < 3 ? ["read"] : ["read", "write"] });
    expect(story([...GROWS, lost], tools)).toMatchObject([{ cause: "instructions_changed" }]);
    const thinking = [...GROWS, { read: 30_000, write: 20_000 }];
    const dropped = story(thinking, (t, n) => {
      if (n === 1) t.block("thought", "thinking", 5_000);
      if (n === 3) t.drop("thought");
    });
    expect(dropped).toMatchObject([{ cause: "thinking_dropped" }]);
    expect(story([...GROWS, { ...lost, model: "claude-haiku-4-5" }])).toMatchObject([
      { cause: "model_changed" },
    ]);
  });

  it("costs what was paid again, and more than reading it would have cost", () => {
    const [loss] = story([...GROWS, { read: 0, write: 50_000 }]);
    // 40,000 tokens at $6.25 a million, less $0.50 a million for reading them.
    expect(loss?.cost).toBe(0.25 * 1e10);
    expect(loss?.extra).toBe((0.25 - 0.02) * 1e10);
  });
});

describe("a loss where a provider caches by itself", () => {
  /** Input and read of each call. */
  function implicit(calls: readonly (readonly [number, number])[]) {
    let told = trace("s", { model: "gemini-3-pro-preview" });
    calls.forEach(([input, cacheRead], n) => {
      told = told.turn((t) => {
        t.user(n === 0 ? 10_000 : 2_000, `user-${n}`);
        return t.with({ usage: { input, cacheRead, output: 10 } });
      });
    });
    const { session } = foldRecording(told.events());
    return findBreaks(session, computeBill(session, new RateCard(session.meta.model, [])));
  }

  it("is none where it takes several calls to keep what it was sent", () => {
    const behind: [number, number][] = [
      [10_000, 0],
      [12_000, 8_000],
      [14_000, 8_000],
      [16_000, 8_000],
      [18_000, 15_000],
      [20_000, 15_000],
    ];
    expect(implicit(behind)).toEqual([]);
    expect(implicit([...behind, [22_000, 0], [24_000, 15_000]])).toMatchObject([
      { turn: 6, kept: 15_000, read: 0, lost: 15_000 },
    ]);
  });

  it("is what the call before had sent where calls mostly read that", () => {
    const prompt: [number, number][] = [
      [10_000, 0],
      [12_000, 9_900],
      [14_000, 11_900],
      [16_000, 13_900],
      [18_000, 0],
    ];
    expect(implicit(prompt)).toMatchObject([{ turn: 4, read: 0 }]);
  });
});
