import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { Checker } from "../../proof/checker";
import { foldSession } from "./fold";
import { foldRecording } from "./recording";

const RESULT = "line of a long report ".repeat(800);
/** A call whose long result stands at turn 1 in a window of 10,000, of which 9,996 are in the cache. */
const before = () =>
  trace("w", { model: "claude-sonnet-4-6" })
    .turn((t) =>
      t
        .user("Read it.")
        .calls("read", { path: "a" }, "c1")
        .usage(6_000, 20, { cacheRead: 0, cacheWrite: 5_996 }),
    )
    .turn((t) =>
      t.result("c1", RESULT).says("Read.", "a1").usage(10_000, 20, { cacheRead: 5_996, cacheWrite: 4_000 }),
    );

type Usage = Parameters<TurnBuilder["usage"]>;
const dropped = (usage: Usage, more: (t: TurnBuilder) => void = () => undefined) => {
  const story = before().turn((t) => {
    t.drop("result:c1")
      .user("And now?")
      .usage(...usage);
    more(t);
  });
  return foldSession(story.events());
};
const kinds = ({ evictions }: ReturnType<typeof foldSession>) =>
  evictions.map(({ how, cause }) => [how, cause.doubt === null ? "certain" : "in doubt"]);

describe("an edit that the provider's counts refute", () => {
  it("is not recorded: all of the window before came from the cache, and the blocks stay", () => {
    const session = dropped([10_040, 20, { cacheRead: 9_996, cacheWrite: 40 }]);
    expect(session.evictions).toEqual([]);
    expect(session.warnings.map(({ code }) => code)).toContain("edit_refuted");
    expect(session.turns[2]?.window).toMatchObject({ left: 0 });
    expect(session.turns[2]?.window.bySource.tool_result).toBeGreaterThan(1_000);
  });

  it("stays refuted in later windows, until the total falls by what was kept", () => {
    const story = before()
      .turn((t) => t.drop("result:c1").user("And?").usage(10_040, 20, { cacheRead: 9_996, cacheWrite: 40 }))
      .turn((t) => t.user("So?").usage(10_080, 20, { cacheRead: 0, cacheWrite: 10_080 }))
      .turn((t) => t.user("Then?").usage(6_100, 20, { cacheRead: 5_000, cacheWrite: 1_100 }));
    const { turns, evictions } = foldSession(story.events());
    expect(turns.map(({ window }) => (window.bySource.tool_result ?? 0) > 0)).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect(evictions.map(({ turn }) => turn)).toEqual([4]);
  });

  it.each<[string, Usage]>([
    ["the cache held only what stood before it", [6_100, 20, { cacheRead: 5_996, cacheWrite: 100 }]],
    ["a larger arrival hides it", [12_500, 20, { cacheRead: 5_996, cacheWrite: 6_500 }]],
    [
      "the total fell by it, whatever a gateway says of a cache",
      [6_100, 20, { cacheRead: 6_100, cacheWrite: 0 }],
    ],
    [
      "a larger arrival hides it, and the cache is said to cover more than can be",
      [10_700, 20, { cacheRead: 10_000, cacheWrite: 0 }],
    ],
    ["there is no cache", [6_100, 20]],
    ["the cache had expired", [6_100, 20, { cacheRead: 0, cacheWrite: 6_100 }]],
  ])("is recorded where %s", (_case, usage) => {
    const session = dropped(usage, (t) => {
      if (usage[0] > 10_000) t.block("big", "attachment", "line of a long report ".repeat(800));
    });
    expect(session.evictions).toHaveLength(1);
  });

  it("is not judged by another model's tokenizer, nor against a report", () => {
    const covered: Usage = [10_040, 20, { cacheRead: 9_996, cacheWrite: 40 }];
    expect(dropped(covered, (t) => t.with({ model: "gpt-5" })).evictions).toHaveLength(1);
    const reported = before()
      .event({ type: "context.edited", turn: 2, how: "removed", blocks: ["result:c1"], rule: "keep-last" })
      .turn((t) =>
        t
          .drop("result:c1")
          .user("And now?")
          .usage(...covered),
      );
    const session = foldSession(reported.events());
    expect(kinds(session)).toEqual([["removed", "in doubt"]]);
  });
});

describe("an edit in doubt", () => {
  it("is marked where the total did not fall by what left, and not where it did", () => {
    const doubted = dropped([10_040, 20]);
    expect(kinds(doubted)).toEqual([["removed", "in doubt"]]);
    expect(doubted.warnings).toMatchObject([{ code: "edit_in_doubt", count: 1 }]);
    expect(kinds(dropped([5_900, 20]))).toEqual([["removed", "certain"]]);
  });

  it("is none where a larger arrival hides the clearing", () => {
    const session = dropped([10_040, 20], (t) =>
      t.block("big", "attachment", "line of a long report ".repeat(780)),
    );
    expect(kinds(session)).toEqual([["removed", "certain"]]);
  });

  it("proves nothing to the checker", () => {
    const story = (total: number) =>
      before()
        .turn((t) => t.drop("result:c1").user("And now?").usage(total, 20))
        .events();
    const left = { is: "left" as const, block: "result:c1", turn: 2 };
    expect(new Checker(foldRecording(story(10_040))).check(left)).toBe(null);
    expect(new Checker(foldRecording(story(5_900))).check(left)).toBe(true);
  });
});
