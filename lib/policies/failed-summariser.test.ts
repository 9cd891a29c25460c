import { expect, it } from "vitest";
import type { Message } from "./contract/message";
import { openhandsSdkLlmSummarizing } from "./openhands-sdk-llm-summarizing";
import { piCompaction } from "./pi-compaction";
import { rooContextManagement } from "./roo-context-management";
import { PolicyRun } from "./run";

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    role: i % 2 === 0 ? "user" : "assistant",
    text: `${i} `.repeat(400),
  }));

const usage = (input: number) => ({ input, cacheRead: null, cacheWrite: null, output: 0 });
const failing = { signals: { summarizerFails: true } };

it("Roo truncates if condensing fails, and only while the conversation is over its limit", () => {
  const run = new PolicyRun(rooContextManagement, { history: talk(9) });
  const { decisions } = run.step({ contextWindow: 40_000, usage: usage(39_000), ...failing });
  expect(decisions?.map(({ rule }) => rule)).toEqual(["sliding-window"]);
  const early = new PolicyRun(rooContextManagement, {
    history: talk(9),
    options: { autoCondenseContextPercent: 10 },
  });
  expect(early.step({ contextWindow: 40_000, usage: usage(8_000), ...failing }).changes).toEqual([]);
});

it("Roo hides only visible messages when it truncates again", () => {
  const run = new PolicyRun(rooContextManagement, {
    history: talk(9),
    options: { autoCondenseContext: false },
  });
  const full = { contextWindow: 40_000, usage: usage(39_000) };
  run.step(full);
  expect([1, 2, 3, 4].map((index) => run.shown.statusAt(index))).toEqual(Array(4).fill("removed"));
  run.step(full);
  expect([5, 6].map((index) => run.shown.statusAt(index))).toEqual(["removed", "removed"]);
  expect(run.shown.statusAt(7)).toBe("kept");
});

it("OpenHands forgets everything if no summary comes and the view is over a hard limit", () => {
  const hard = new PolicyRun(openhandsSdkLlmSummarizing, { history: talk(12), options: { max_tokens: 500 } });
  expect(hard.step(failing).decisions?.map(({ rule }) => rule)).toEqual(["hard-context-reset"]);
  expect(hard.shown.messages()).toHaveLength(1);
  const soft = new PolicyRun(openhandsSdkLlmSummarizing, { history: talk(12), options: { max_size: 10 } });
  expect(soft.step(failing).changes).toEqual([]);
});

it("pi ignores the usage of a reply that broke off", () => {
  const history = talk(6);
  const broken = history.map((message, i) => (i === 5 ? { ...message, isAborted: true } : message));
  const facts = { contextWindow: 40_000, usage: usage(39_000), usageUpTo: 5 };
  expect(new PolicyRun(piCompaction, { history }).step(facts).triggers?.[0]?.fired).toBe(true);
  expect(new PolicyRun(piCompaction, { history: broken }).step(facts).triggers?.[0]?.fired).toBe(false);
});
