import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { analyseRecording, makeFindingInput } from "../findings/find";
import { foldRecording } from "../trace/fold/recording";
import { countConstraintFigures } from "./constraint-figures";
import { countDecisions } from "./decisions";
import { SIZES_MAX, sumTokenTurns, computeToolFigures } from "./tool-figures";
import { demoStory } from "@/lib/demo";

describe("the decisions that an audit counts", () => {
  it("count once, however much evidence they needed, and are absent when any of it was", () => {
    const { evidence } = analyseRecording(foldRecording(demoStory("refund")));
    const counts = countDecisions(evidence);
    expect(counts.absent).toBe(1);
    expect(counts.decisions).toBeLessThanOrEqual(evidence.edges.length);
  });
});

describe("the figures of tools", () => {
  it("say how large results are, how long they stand, what left and who used it", () => {
    const { recording, evidence } = analyseRecording(foldRecording(demoStory("refund")));
    const figures = computeToolFigures(recording.session, evidence);
    const order = figures.find(({ tool }) => tool === "get_order");
    expect(order).toMatchObject({ calls: 1, results: 1, turns: 3, evicted: 1, refetched: 0, usesAbsent: 1 });
    expect(order?.tokenTurns).toBe(3 * (order?.maxTokens ?? 0));
    expect(figures.reduce((sum, figure) => sum + figure.tokenTurns, 0)).toBeLessThan(
      sumTokenTurns(recording.session),
    );
  });

  it("keep an even choice of very many sizes, with the smallest and the largest", () => {
    const story = trace("many");
    story.turn((t) => {
      for (let i = 0; i < 1_000; i++) t.calls("read", { i }, `c${i}`);
    });
    story.turn((t) => {
      for (let i = 0; i < 1_000; i++) t.result(`c${i}`, i + 1);
    });
    const { recording, evidence } = analyseRecording(foldRecording(story.events()));
    const [read] = computeToolFigures(recording.session, evidence);
    expect(read?.sizes).toHaveLength(SIZES_MAX);
    expect([read?.sizes[0], read?.sizes.at(-1), read?.maxTokens]).toEqual([1, 1_000, 1_000]);
  });
});

describe("the figures of constraints", () => {
  it("tell what a compaction lost from what it says in other words", () => {
    const rules = "Never write to the production database. Always quote the ticket number in the reply.";
    const story = trace("lost")
      .turn((t) => t.user(rules, "rules").says("Understood."))
      .turn((t) =>
        t.compact("sum", "The reply has to quote the ticket number, always.", ["rules"]).says("On."),
      );
    const input = makeFindingInput(analyseRecording(foldRecording(story.events())));
    expect(countConstraintFigures(input)).toEqual([
      { text: "Never write to the production database.", lost: true, turn: 1 },
      { text: "Always quote the ticket number in the reply.", lost: false, turn: 1 },
    ]);
  });
});
