import { describe, expect, it } from "vitest";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { IncidentPin } from "./pins";
import { pinProblem, pinWords } from "./pins";
import { demoStory } from "@/lib/demo";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "./incident-source";

const all = finishSteps(tellInSteps(foldRecording(demoStory("refund"))));
const facts = { session: all.recording.session, plans: all.plans };
const branch = all.plans[0]?.steps.find(({ text }) => text.includes("shipped"))?.id ?? "";

const HELD: readonly [IncidentPin, RegExp, string][] = [
  [{ pin: "turn", turn: 4, target: null }, /^turn 4$/, "turn 4"],
  [{ pin: "block", turn: 2, target: "result:order" }, /^tool result of get_order/, "tool result"],
  [
    { pin: "eviction", turn: 4, target: "result:order" },
    /^eviction of tool result of get_order/,
    "eviction of tool result",
  ],
  [{ pin: "step", turn: 4, target: branch }, /^step “If the order has status shipped/, "a step"],
  [
    { pin: "finding", turn: 4, target: "evidence.dangling" },
    /^finding “/,
    "finding “A step ran on evidence that had left the window”",
  ],
];

describe("a pin", () => {
  it.each(HELD)("holds on to what the session has: %o", (pin) => {
    expect(pinProblem(all, pin)).toBeNull();
  });

  it.each(HELD)("is named in words, and without the trace's: %o", (pin, text, plain) => {
    const words = pinWords(facts, pin);
    expect(words.text).toMatch(text);
    expect(words.plain).toBe(plain);
  });

  it.each([
    [{ pin: "turn", turn: 99, target: null }, "turn", /a turn of this session/],
    [{ pin: "turn", turn: 4, target: "result:order" }, "target", /nothing/],
    [{ pin: "block", turn: 4, target: "nobody" }, "target", /id of a block/],
    [{ pin: "block", turn: 4, target: null }, "target", /id of a block/],
    [{ pin: "eviction", turn: 3, target: "result:order" }, "target", /left the window in turn 3/],
    [{ pin: "step", turn: 4, target: "nobody" }, "target", /step of a plan/],
    [{ pin: "finding", turn: 0, target: "evidence.dangling" }, "target", /finding about turn 0/],
  ] as const)("that holds on to nothing is refused by the field: %o", (pin, field, expected) => {
    expect(pinProblem(all, pin)).toMatchObject({
      field,
      expected: expect.stringMatching(expected) as string,
    });
  });

  it("is still named when what it held is gone", () => {
    expect(pinWords(facts, { pin: "block", turn: 4, target: "gone" }).text).toBe("a block");
    expect(pinWords(facts, { pin: "step", turn: 4, target: "gone" }).text).toBe("a step");
  });
});
