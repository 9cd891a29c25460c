import { describe, expect, it } from "vitest";
import type { GiveBackResult } from "../answers";
import { giveBackModel } from "./give-back-model";

const answer: GiveBackResult = {
  no: 2,
  turn: 7,
  text: 'Data.\n- "x"\n',
  tokens: 12,
  items: [],
  left: 0,
  fromOutside: 0,
  effect: {
    turns: 4,
    recorded: 9_000,
    withText: 8_048,
    fetched: 2,
    spared: [{ turn: 8, text: "src/a.ts", tokens: 1_000 }],
  },
};

describe("what is given back", () => {
  it("says what it would have spared, and what the turns would have read", () => {
    expect(giveBackModel(answer).notes.slice(1)).toEqual([
      "It would have spared 1 of 2 fetches behind it: src/a.ts at turn 8 (1,000 tokens).",
      "Replayed with it, the 4 turns until the next compaction or the end read 8,048 tokens instead of 9,000.",
    ]);
  });

  it("tells nothing to give back from a budget without room", () => {
    const none = { ...answer, text: null, effect: null };
    expect(giveBackModel(none).notes).toEqual([
      "Nothing that it took is open, listed by the user, or was wanted again.",
    ]);
    expect(giveBackModel({ ...none, left: 3 }).notes[0]).toMatch(/^3 things could be given back/);
  });

  it("says that a text of outside gave nothing, and what had no room", () => {
    const notes = giveBackModel({ ...answer, effect: null, left: 1_200, fromOutside: 1 }).notes;
    expect(notes).toContain("The budget has no room for 1,200 more.");
    expect(notes).toContain("1 thing left out, because a text of outside said it first.");
  });
});
