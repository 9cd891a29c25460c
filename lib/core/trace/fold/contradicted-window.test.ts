import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldSession } from "./fold";

/** A program compacts at so many tokens; the model table gives its model a window of a million. */
function compactedAt(tokensBefore: number, trigger: string, more: object = {}) {
  return foldSession(
    trace("s", { model: "claude-opus-4-8", ...more })
      .turn((t) => t.user(50, "u1").usage(50_000))
      .turn((t) => t.user(50, "u2").usage(tokensBefore - 300))
      .event({ type: "context.edited", turn: 2, how: "compacted", trigger, tokensBefore })
      .turn((t) => t.compact("sum", 500, ["u1", "u2"]).usage(32_015))
      .turn((t) => t.user(50, "u3").usage(33_000))
      .events(),
  );
}

describe("the size of a context window", () => {
  it("is not taken from a table that an automatic compaction contradicts, and the session says so", () => {
    const { meta, turns, warnings } = compactedAt(168_315, "auto");
    expect(meta).toMatchObject({ contextWindow: null, contextWindowProvenance: "unavailable" });
    expect(turns.at(-1)).toMatchObject({ contextWindow: null });
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
});
