import { expect, it } from "vitest";
import type { Message } from "../contract/message";
import { projectChanges } from "../project";
import { strandsSlidingWindow } from ".";

const exchange = (n: number): Message[] => [
  { id: `a${n}`, role: "assistant", text: "", toolCalls: [{ id: `c${n}`, name: "read", args: {} }] },
  { id: `t${n}`, role: "tool", text: "r", toolCallId: `c${n}` },
  { id: `b${n}`, role: "assistant", text: "done" },
];
const history: Message[] = [{ id: "u", role: "user", text: "go" }, ...exchange(1), ...exchange(2)];

const kept = (options: object) =>
  projectChanges(strandsSlidingWindow, history, { options }).messages.map(({ id }) => id);

it("Strands' window begins at a call after the nearest prompt where no later prompt is left", () => {
  expect(kept({ windowSize: 3 })).toEqual(["u", "a2", "t2", "b2"]);
});

it("Strands' window keeps the results of a pinned call and continues after them", () => {
  expect(kept({ windowSize: 3, pinFirst: 2 })).toEqual(["u", "a1", "t1", "a2", "t2", "b2"]);
});
