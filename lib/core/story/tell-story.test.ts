import { describe, expect, it } from "vitest";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { buildReportsInSteps } from "../compaction/card";
import { buildAccount } from "../cost/account";
import { holdBill } from "../cost/analysed-bill";
import { sumAccount } from "../cost/sum-account";
import { writeAttempts } from "@/lib/testing/attempts";
import { trace } from "@/lib/testing/trace-builder";
import { VALUE_OF } from "../figures/figures";
import { analyseRecording, findAll, makeFindingInput } from "../findings/find";
import { finishSteps } from "../steps";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import { tellStory } from "./tell-story";

const toldOf = (name: (typeof DEMO_STORIES)[number]) => tellOf(demoStory(name));

function tellOf(events: readonly TraceEvent[]) {
  const built = analyseRecording(foldRecording(events));
  const figures = { input: makeFindingInput(built), findings: findAll(built) };
  const cost = sumAccount(buildAccount({ recording: built.recording, evidence: { edges: [] } }));
  const cards = finishSteps(buildReportsInSteps({ ...built, bill: holdBill(built) })).map(({ card }) => card);
  return {
    figures,
    story: tellStory({ ...figures, cards }, cost),
    cards,
    codes: figures.findings.findings.map(({ code }) => code),
  };
}

describe("the story of a session", () => {
  it.each(DEMO_STORIES)("counts as every other place does: %s", (name) => {
    const { figures, story, codes, cards } = toldOf(name);
    const at = (figure: keyof typeof VALUE_OF) => VALUE_OF[figure](figures);
    expect(story.turns).toBe(at("turns"));
    expect(story.compacted?.times ?? 0).toBe(at("compactions"));
    const wanted = cards.flatMap((card) => (card.is === "compaction" ? card.wanted : []));
    const again = Object.values(story.compacted?.again ?? {});
    expect(again.reduce((sum, times) => sum + times, 0)).toBe(wanted.length);
    expect(story.serious).toBe(at("serious"));
    expect(story.warnings).toBe(at("warnings"));
    if (story.worst !== null) expect(codes).toContain(story.worst.code);
    const both = (count: "blocks" | "wanted" | "fetched") =>
      (story.compacted?.[count] ?? 0) + (story.left?.[count] ?? 0);
    expect(both("blocks")).toBe(at("blocksLeft"));
    expect(both("wanted")).toBe(at("neededLater"));
    expect(both("fetched")).toBe(at("fetchedAgain"));
  });

  it("names a plan that went out with open steps, and then another finding as the worst", () => {
    const { story } = toldOf("publishing-daemon");
    expect(story.plan).toMatchObject({ isOutNow: true });
    expect(story.worst?.code).not.toBe("plan.left_window");
  });

  it("tells a compaction that no call followed apart: no window shows what it took", () => {
    const events = trace("story")
      .turn((t) => t.user("one", "u1"))
      .turn((t) => t.compact("sum", "one was asked", ["u1"]).user("two"))
      .event({ type: "context.edited", turn: 2, how: "compacted", trigger: "auto", tokensBefore: 900 })
      .events();
    const { compacted } = tellOf(events).story;
    expect(compacted).toMatchObject({ times: 2, turns: [1], after: 1, summaries: 1, blocks: 1 });
  });

  it("counts a call as failed by its flag, its code or its fields, as the rules do", () => {
    const events = writeAttempts(
      { tool: "order", args: { no: 1 }, answer: '{"success": false, "error": "no stock"}', worked: true },
      { tool: "bash", args: { command: "make" }, answer: "Exit code 2\nno rule for it", worked: true },
      { tool: "order", args: { no: 2 }, answer: "no" },
      { tool: "order", args: { no: 3 }, answer: '{"success": true}', worked: true },
    ).events();
    expect(tellOf(events).story.failed).toMatchObject({ calls: 3, of: 4 });
  });

  it("says nothing of what did not happen", () => {
    const { story } = toldOf("eight-turn-loop");
    expect(story).toMatchObject({ compacted: null, plan: null });
  });
});
