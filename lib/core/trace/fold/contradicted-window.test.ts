import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { Fold, foldSession } from "./fold";

/** A program compacts at so many tokens; the model table gives its model a window of a million. */
function compacting(tokensBefore: number, trigger: string, more: object = {}, isStated = true) {
  return trace("s", { model: "claude-opus-4-8", ...more })
    .turn((t) => t.user(50, "u1").usage(50_000))
    .turn((t) => t.user(50, "u2").usage(tokensBefore - 300))
    .event({ type: "context.edited", turn: 2, how: "compacted", trigger, ...(isStated && { tokensBefore }) })
    .turn((t) => t.compact("sum", 500, ["u1", "u2"]).usage(32_015))
    .turn((t) => t.user(50, "u3").usage(33_000))
    .events();
}

const compactedAt = (...of: Parameters<typeof compacting>) => foldSession(compacting(...of));

describe("the size of a context window", () => {
  it("is not taken from a table that an automatic compaction contradicts, and the session says so", () => {
    const { meta, turns, warnings } = compactedAt(168_315, "auto");
    expect(meta).toMatchObject({ contextWindow: null, contextWindowProvenance: "unavailable" });
    expect(turns.map(({ contextWindow }) => contextWindow)).toEqual([null, null, null, null]);
    expect(meta.budget).toBe(168_315);
    expect(warnings).toMatchObject([{ code: "window_contradicted" }]);
    expect(warnings[0]?.message).toContain(
      "1,000,000 tokens, but the session compacted by itself at 168,315",
    );
  });

  it("stands where the compaction was near it, asked for by hand, or the source states it", () => {
    for (const session of [
      compactedAt(960_000, "auto"),
      compactedAt(168_315, "manual"),
      compactedAt(168_315, "auto", { contextWindow: 1_000_000 }),
    ]) {
      expect(session.meta.contextWindow).toBe(1_000_000);
      expect(session.warnings).toEqual([]);
    }
  });

  it("goes by what the provider counted where the program states no number", () => {
    for (const trigger of ["auto", "threshold"]) {
      const { meta, warnings } = compactedAt(168_315, trigger, {}, false);
      expect(meta).toMatchObject({ contextWindow: null, budget: 168_015 });
      expect(warnings[0]?.message).toContain("compacted by itself at 168,015");
    }
  });

  it("is no budget where the window is known, and none that the source states is replaced", () => {
    expect(compactedAt(168_315, "auto", { contextWindow: 200_000 }).meta.budget).toBe(null);
    expect(compactedAt(168_315, "auto", { budget: 90_000 }).meta.budget).toBe(90_000);
    expect(compactedAt(168_315, "auto", { model: "no-such-model" }).meta).toMatchObject({
      contextWindow: null,
      budget: 168_315,
    });
  });

  it("is taken back from turns that were told before the compaction came", () => {
    const fold = new Fold();
    const events = compacting(168_315, "auto");
    const growths = events.map((event) => {
      fold.add([event]);
      return fold.takeGrowth();
    });
    expect(growths.filter(({ turns }) => turns.length > 0).map(({ anew }) => anew)).toEqual([
      ...[false, false, true, false],
    ]);
    const anew = growths.find((growth) => growth.anew);
    expect(anew?.turns.map(({ contextWindow }) => contextWindow)).toEqual([null, null, null]);
    expect(growths.at(-1)?.totals.warnings).toEqual(fold.buildSession().warnings);
    expect(growths.at(-1)?.totals.meta).toEqual(fold.buildSession().meta);
  });
});
