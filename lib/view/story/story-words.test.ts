import { describe, expect, it } from "vitest";
import type { Story } from "@/lib/core/story/story-schema";
import { makeStoryHref } from "../questions/story-href";
import { listStorySentences, writeStoryText } from "./story-words";

const QUIET: Story = {
  turns: 12,
  windows: 12,
  compacted: null,
  left: null,
  missed: [],
  prompts: [],
  checkpoints: [],
  plan: null,
  worst: null,
  serious: 0,
  warnings: 0,
  failed: null,
  cost: null,
};

const NOT_AGAIN = { used: 0, fetched: 0, asked: 0, wrong: 0, overwritten: 0 };

const LOUD: Story = {
  ...QUIET,
  turns: 400,
  windows: 400,
  compacted: {
    times: 2,
    turns: [173, 303],
    blocks: 700,
    after: 0,
    summaries: 2,
    wanted: 39,
    fetched: 33,
    again: NOT_AGAIN,
  },
  plan: { from: 303, to: 399, open: 2, isOutNow: true },
  failed: { calls: 39, of: 155, turn: 8 },
  cost: {
    currency: "USD",
    total: 42.6,
    avoidable: 6,
    remedy: null,
    risk: null,
    losses: 1,
    lost: 2.5,
    parts: null,
  },
};

describe("the words of a story", () => {
  it("say what left, what broke and what it cost", () => {
    expect(writeStoryText(LOUD)).toBe(
      "Compacted twice (turns 173, 303): 700 blocks became 2 summaries; 39 were needed later and 33 fetched again. The plan has been out of the window since turn 303, with 2 steps open; 39 of 155 calls failed. $42.60, of it $6.00 avoidable; the prompt cache was lost once ($2.50 written again).",
    );
  });

  it("say of compactions what the headlines of their cards say, where these have one", () => {
    const again = { ...NOT_AGAIN, fetched: 33, wrong: 1 };
    const compacted = LOUD.compacted === null ? null : { ...LOUD.compacted, again };
    expect(writeStoryText({ ...LOUD, compacted })).toMatch(
      /^Compacted twice \(turns 173, 303\): 700 blocks became 2 summaries; 1 value was got wrong and 33 calls fetched again what had left\./,
    );
  });

  it("say which compactions no call followed: no window shows what they took", () => {
    const told = (more: object) =>
      writeStoryText({ ...LOUD, compacted: LOUD.compacted && { ...LOUD.compacted, ...more } });
    expect(told({ turns: [173], after: 1, summaries: 1 })).toMatch(
      /^Compacted twice \(turn 173 and after the last call\): 700 blocks became 1 summary;/,
    );
    expect(told({ times: 7, after: 2, turns: [1, 5, 9] })).toMatch(
      /^Compacted 7 times \(first at turn 1, twice after the last call\): 700 blocks/,
    );
    expect(told({ times: 1, after: 1, turns: [], summaries: 0, blocks: 0, wanted: 0, fetched: 0 })).toMatch(
      /^Compacted once \(after the last call\)\. The plan/,
    );
  });

  it("say that nothing happened only of what was looked for", () => {
    expect(writeStoryText(QUIET)).toBe(
      "Nothing left the window in 12 turns. No serious finding and no warning.",
    );
    expect(writeStoryText({ ...QUIET, warnings: 1 })).toBe("Nothing left the window in 12 turns.");
    expect(writeStoryText({ ...QUIET, turns: 0 })).toBe("");
    expect(writeStoryText({ ...QUIET, windows: 0 })).toMatch(
      /^The windows of its 12 turns are not recorded\./,
    );
    expect(writeStoryText({ ...QUIET, windows: 11 })).toMatch(
      /^Nothing left the 11 windows that are known, of 12 turns\./,
    );
  });

  it("tell of what left without a compaction, and beside one", () => {
    const left = { blocks: 3, tokens: null, from: 4, to: 9, wanted: 1, fetched: 0 };
    expect(writeStoryText({ ...QUIET, left })).toMatch(
      /^3 blocks left between turns 4 and 9; 1 was needed later\./,
    );
    const both = { ...LOUD, left: { ...left, blocks: 1, tokens: 12_000, to: 4 } };
    expect(writeStoryText(both)).toContain(
      "33 fetched again; 1 more block (12k tokens) left at turn 4; 1 was needed later.",
    );
  });

  it("name the gravest finding, and few failed calls not at all", () => {
    const worst = { id: "f", code: "gate.failed", title: "A gate failed", turn: 7 };
    expect(writeStoryText({ ...QUIET, serious: 1, worst, failed: { calls: 1, of: 90, turn: 2 } })).toContain(
      " A gate failed (turn 7).",
    );
  });

  it("lead from every number to the view that proves it", () => {
    const links = listStorySentences(LOUD).flatMap((sentence) =>
      sentence.flatMap(({ text, place }) => (place === null ? [] : [[text, makeStoryHref("ses_1", place)]])),
    );
    expect(links).toEqual([
      ["Compacted twice (turns 173, 303)", "/sessions/ses_1/evictions?turn=173&c=0"],
      ["39 were needed later and 33 fetched again", "/sessions/ses_1/evictions?turn=173"],
      [
        "The plan has been out of the window since turn 303, with 2 steps open",
        "/sessions/ses_1/plan?turn=303",
      ],
      ["39 of 155 calls failed", "/sessions/ses_1/turns/8"],
      ["$42.60", "/sessions/ses_1/cost"],
    ]);
  });
});
