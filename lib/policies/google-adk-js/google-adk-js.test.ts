import { expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { googleAdkJs } from ".";

const call = (n: number, name: string): Message[] => [
  { id: `a${n}`, role: "assistant", text: "", toolCalls: [{ id: `c${n}`, name, args: {} }] },
  {
    id: `t${n}`,
    role: "tool",
    text: "A long answer that nobody needs.",
    toolCallId: `c${n}`,
    toolName: name,
  },
];

const shownIds = (run: PolicyRun) => run.shown.messages().map(({ id }) => id);

it("ADK consolidates what stands before the agent's own request for it, once the request was answered", () => {
  const options = { kind: "agent-controlled" };
  const run = new PolicyRun(googleAdkJs, { options, history: [{ id: "u1", role: "user", text: "go" }] });
  run.append(call(1, "read"));
  expect(run.step().changes).toEqual([]);
  run.append(call(2, "consolidate_context"));
  run.step();
  expect(shownIds(run)).toEqual(["google-adk:summary", "a2", "t2"]);
  run.append(call(3, "read"));
  expect(run.step().changes).toEqual([]);
  run.append(call(4, "consolidate_context"));
  run.step();
  expect(shownIds(run)).toEqual(["google-adk:summary", "a4", "t4"]);
});

it("ADK counts a reply for the whole prompt that was reported with it where it is anchored", () => {
  const options = { kind: "anchored", tokenThreshold: 150, eventRetentionSize: 1 };
  const reply = (n: number): Message => ({ id: `a${n}`, role: "assistant", text: "y".repeat(40) });
  const run = new PolicyRun(googleAdkJs, { options, history: [{ id: "u1", role: "user", text: "go" }] });
  const report = (tokens: number) => ({
    usage: { input: tokens, output: null, cacheRead: null, cacheWrite: null },
    usageUpTo: run.history.length - 1,
  });
  run.append([reply(1)]);
  expect(run.step(report(100)).triggers).toMatchObject([{ measured: 101, basis: "reported", fired: false }]);
  run.append([reply(2)]);
  expect(run.step(report(120)).triggers).toMatchObject([{ measured: 221, fired: true }]);
  expect(shownIds(run)).toEqual(["google-adk:summary", "a2"]);
});
