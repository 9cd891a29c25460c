import { describe, expect, it } from "vitest";
import { foldRecording } from "../../trace/fold/recording";
import { trace } from "@/lib/testing/trace-builder";
import { analyseRecording, findAll } from "../find";
import { spike } from "./spike";

const session = (resultTokens: number) =>
  foldRecording(
    trace()
      .turn((t) => t.user("Look it up.").calls("search", {}, "c1").usage(1_000, 50))
      .turn((t) => t.result("c1", resultTokens).usage(1_050 + resultTokens, 20))
      .events(),
  );

describe("context.spike", () => {
  it("blames the turn whose tool call made the window grow, not the one that shows it", () => {
    const { findings } = findAll(analyseRecording(session(5_000)), undefined, [spike]);
    expect(findings).toMatchObject([
      { code: "context.spike", from: 0, to: 1, blocks: ["result:c1"], numbers: { threshold: 4_000 } },
    ]);
  });

  it("says how much no block accounts for, where that is most of it", () => {
    const told = (recorded: number) =>
      findAll(
        analyseRecording(
          foldRecording(
            trace()
              .turn((t) => t.user("Look it up.").calls("search", {}, "c1").usage(1_000, 50))
              .turn((t) => t.result("c1", recorded).usage(21_000, 20))
              .events(),
          ),
        ),
        undefined,
        [spike],
      ).findings[0]?.sentence ?? "";
    expect(told(5_000)).toMatch(
      /; the largest arrival was .*; 1\d,\d{3} of them stand in no block that was recorded\.$/,
    );
    expect(told(15_000)).not.toContain("no block");
  });

  it("counts what came in and not another tokenizer, where the model changed", () => {
    const switched = (resultTokens: number, model: string) =>
      foldRecording(
        trace()
          .turn((t) =>
            t.with({ model: "gpt-4o" }).user("Look it up.").calls("search", {}, "c1").usage(20_000, 50),
          )
          .turn((t) => t.with({ model }).result("c1", resultTokens).usage(40_000, 20))
          .events(),
      );
    const found = (resultTokens: number, model: string) =>
      findAll(analyseRecording(switched(resultTokens, model)), undefined, [spike]).findings.length;
    expect(found(10, "claude-sonnet-4-5")).toBe(0);
    expect(found(6_000, "claude-sonnet-4-5")).toBe(1);
    expect(found(10, "gpt-4o-2024-08-06")).toBe(1);
  });

  it("takes the session's own model for turns that name none", () => {
    const story = trace("own", { model: "gpt-4o" })
      .turn((t) => t.user("Look it up.").calls("search", {}, "c1").usage(20_000, 50))
      .turn((t) => t.with({ model: "claude-sonnet-4-5" }).result("c1", 10).usage(40_000, 20));
    const recording = foldRecording(story.events());
    expect(recording.session.turns[1]?.delta.modelChanged).toBe(true);
    expect(findAll(analyseRecording(recording), undefined, [spike]).findings).toEqual([]);
  });

  it("is silent about growth up to the threshold", () => {
    expect(findAll(analyseRecording(session(3_000)), undefined, [spike]).findings).toEqual([]);
  });

  it.each<[string, number, number, number, "warning" | "note"]>([
    ["most of the window, and many times what counts as a jump", 1_000, 24_000, 1_000_000, "warning"],
    ["a quarter of the window, and many times what counts as a jump", 70_000, 24_000, 1_000_000, "warning"],
    ["little of the window", 90_000, 24_000, 1_000_000, "note"],
    ["a quarter of the window, but no such jump", 30_000, 15_000, 1_000_000, "note"],
    ["most of the window, but an ordinary read", 1_000, 9_000, 1_000_000, "note"],
    ["a large share of what the model can hold", 90_000, 24_000, 200_000, "warning"],
  ])("weighs a jump that is %s", (_, before, grown, contextWindow, severity) => {
    const story = trace("big", { contextWindow })
      .turn((t) => t.user("Look it up.").calls("search", {}, "c1").usage(before, 50))
      .turn((t) => t.result("c1", grown).usage(before + 50 + grown, 20));
    const { findings } = findAll(analyseRecording(foldRecording(story.events())), undefined, [spike]);
    expect(findings).toMatchObject([{ severity }]);
  });

  it("is a note where the first look fills a window that comes to hold much more, and nobody knows its size", () => {
    const story = trace()
      .turn((t) => t.user("Look it up.").calls("search", {}, "c1").usage(1_000, 50))
      .turn((t) => t.result("c1", 6_000).calls("search", { q: 2 }, "c2").usage(7_050, 50));
    const find = (end: number) =>
      findAll(
        analyseRecording(
          foldRecording(story.turn((t) => t.result("c2", 3_900).says("Done.").usage(end, 20)).events()),
        ),
        undefined,
        [spike],
      ).findings;
    expect(find(11_000)).toMatchObject([{ severity: "warning", from: 0 }]);
    expect(find(61_000).find(({ from }) => from === 0)).toMatchObject({ severity: "note" });
  });
});
