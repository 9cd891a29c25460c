import { expect, it } from "vitest";
import type { FactEvent, FactLine } from "@/lib/core/questions/facts/fact-line";
import { buildFactsModel } from "./facts-model";

const event = (turn: number, kind: FactEvent["kind"]): FactEvent => ({ turn, kind, blockId: null, text: "" });

function buildOf(events: readonly FactEvent[]) {
  const line: FactLine = {
    query: "AB-1",
    level: "exact",
    firstTurn: 0,
    lastTurn: 9,
    runs: [],
    lanes: [],
    lanesTotal: 0,
    events,
    eventsTotal: events.length,
  };
  const { steps, mentions } = buildFactsModel("ses_1", line);
  return {
    steps: steps.map((step) => `${step.events[0]?.turn} ${step.events[0]?.words} ×${step.events.length}`),
    mentions: mentions.map(({ turn, words }) => `${turn} ${words}`),
  };
}

it("takes what left at one turn together, and keeps its first entry apart from mentions", () => {
  expect(
    buildOf([
      event(1, "entered"),
      event(2, "asked_for"),
      event(3, "entered"),
      event(5, "summarised"),
      event(5, "left"),
      event(5, "summarised"),
      event(6, "repeated"),
      event(7, "returned"),
    ]),
  ).toEqual({
    steps: ["1 entered ×1", "5 summarised ×2", "5 left ×1", "7 came back ×1"],
    mentions: ["2 written into a tool call", "3 entered", "6 repeated by the model"],
  });
});

it("hides no loss among mentions, and makes up no step", () => {
  expect(buildOf([event(0, "recorded"), event(2, "excluded")])).toEqual({
    steps: ["0 recorded outside the window ×1", "2 left out by the ledger ×1"],
    mentions: [],
  });
});
