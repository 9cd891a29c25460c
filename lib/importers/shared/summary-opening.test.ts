import { describe, expect, it } from "vitest";
import type { SeenItem } from "./request-tracker";
import { RequestTracker } from "./request-tracker";
import { isSummaryOpening } from "./summary-opening";

describe("the beginning of a message that stands for what was said before", () => {
  it.each([
    "This session is being continued from a previous conversation that ran out of context.",
    "Here is a summary of the conversation to date:\n\nThe parser is fixed.",
    "Summary of the conversation so far: the flight was moved.",
    "The conversation history before this point was compacted into the following summary:",
    "Another language model started to solve this problem and produced a summary of its thinking.",
    "[Conversation summary] the flight was moved",
    "<context_summary>the flight was moved</context_summary>",
    "<summary>\nthe flight was moved\n</summary>",
    "<state_snapshot><goal>move the flight</goal></state_snapshot>",
    "## Session summary\n- the flight was moved",
    "I spoke to you previously about a number of things.",
  ])("is known: %s", (text) => expect(isSummaryOpening(text)).toBe(true));

  it.each([
    "Summarise the conversation with Bob.",
    "Write a summary of the report.",
    "Please continue.",
    "The work is done.",
    "Conversation with Bob: he wants a refund.",
  ])("is no such: %s", (text) => expect(isSummaryOpening(text)).toBe(false));
});

describe("a summary that a client wrote", () => {
  const user = (content: string): SeenItem => ({ kind: "user_message", content });
  const said = (content: string): SeenItem => ({ kind: "assistant_text", content });
  const SUMMARY = "Summary of the conversation so far: the flight was moved.";

  it("takes the place of what left with its coming", () => {
    const tracker = new RequestTracker();
    tracker.request([user("Move my flight."), said("Done.")]);
    const kinds = (items: readonly SeenItem[]) => tracker.request(items).map(({ kind }) => kind);
    expect(kinds([user(SUMMARY)])).toEqual(["compaction_summary"]);
    expect(kinds([user(SUMMARY), said("Anything else?")])).toEqual(["compaction_summary", "assistant_text"]);
  });

  it("is none where nothing left, or at the beginning", () => {
    const tracker = new RequestTracker();
    const kinds = (items: readonly SeenItem[]) => tracker.request(items).map(({ kind }) => kind);
    expect(kinds([user(SUMMARY)])).toEqual(["user_message"]);
    expect(kinds([user(SUMMARY), said("Yes?"), user("Recap of the discussion: none.")])).toEqual([
      "user_message",
      "assistant_text",
      "user_message",
    ]);
  });
});
