import { describe, expect, it } from "vitest";
import type { Story } from "@/lib/core/story/story-schema";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { buildReportsInSteps } from "@/lib/core/compaction/card";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { finishSteps } from "@/lib/core/steps";
import { buildAccount } from "@/lib/core/cost/account";
import { sumAccount } from "@/lib/core/cost/sum-account";
import { analyseRecording, findAll, makeFindingInput } from "@/lib/core/findings/find";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { tellStory } from "@/lib/core/story/tell-story";
import { listStoryCards } from "./story-cards";

const COUNTS = { toolCalls: 155, repeatedToolCalls: 3 };

function storyOf(name: (typeof DEMO_STORIES)[number]): Story {
  const built = analyseRecording(foldRecording(demoStory(name)));
  const cost = sumAccount(buildAccount({ recording: built.recording, evidence: { edges: [] } }));
  const cards = finishSteps(buildReportsInSteps({ ...built, bill: holdBill(built) })).map(({ card }) => card);
  return tellStory({ input: makeFindingInput(built), findings: findAll(built), cards }, cost);
}

const words = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join("");

describe("the cards below a story", () => {
  it.each(DEMO_STORIES)("are three, each with a headline: %s", (name) => {
    const cards = listStoryCards(storyOf(name), COUNTS);
    expect(cards.map(({ kind }) => kind).sort()).toEqual(["missed", "remedy", "wasted"]);
    for (const { headline } of cards) expect(words(headline)).not.toBe("");
  });

  it("name what was wanted after it had left, with an arc for each", () => {
    const story = storyOf("refund");
    const [missed] = listStoryCards(story, COUNTS);
    expect(missed?.kind).toBe("missed");
    expect(words(missed?.headline ?? [])).toBe("1 was needed later");
    expect(missed?.picture).toMatchObject({ form: "arcs", arcs: [{ how: "needed" }] });
  });

  it("begin with the waste where nothing was lost", () => {
    const quiet: Story = { ...storyOf("eight-turn-loop"), missed: [], plan: null, serious: 0 };
    const cost = {
      currency: "USD",
      total: 8,
      avoidable: 2,
      remedy: "Clear old",
      risk: null,
      losses: 0,
      lost: null,
      parts: null,
    };
    const [first, , last] = listStoryCards({ ...quiet, cost }, COUNTS);
    expect(words(first?.headline ?? [])).toBe("$2.00 of $8.00 avoidable");
    expect(words(last?.headline ?? [])).toBe("Clear old");
  });

  it("call nothing quiet of which the windows are not known", () => {
    const blind: Story = { ...storyOf("eight-turn-loop"), windows: 0, missed: [], left: null };
    const missed = listStoryCards(blind, COUNTS).find(({ kind }) => kind === "missed");
    expect(words(missed?.headline ?? [])).toMatch(/not recorded/);
  });

  it("are none for a session without a turn", () => {
    expect(listStoryCards({ ...storyOf("eight-turn-loop"), turns: 0 }, COUNTS)).toEqual([]);
  });
});
