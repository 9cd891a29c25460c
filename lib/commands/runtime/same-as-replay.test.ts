import { describe, expect, it } from "vitest";
import { projectBodySchema } from "@/lib/api/endpoints/runtime/project";
import { projectRun } from "@/lib/commands/project/project-messages";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Policy } from "@/lib/policies/contract/policy";
import { findPolicy, POLICIES as ALL_POLICIES } from "@/lib/policies/registry";
import { estimateTokens } from "@/lib/policies/shared/estimate";
import { replay } from "@/lib/replay/replayer";
import { readSource } from "@/lib/replay/windows/source";
import { trace } from "@/lib/testing/trace-builder";

/** Policies of every kind that decide by the messages alone: clearing, dropping, pruning, masking. */
const POLICIES: readonly [kind: string, options: Record<string, unknown>][] = [
  ["none", {}],
  [
    "anthropic-clear-tool-uses",
    { trigger: { type: "tool_uses", value: 3 }, keep: { type: "tool_uses", value: 2 } },
  ],
  ["keep-last-n", { keep: 5 }],
  ["ai-sdk-prune-messages", { toolCalls: "before-last-3-messages" }],
  ["openhands-v0-observation-masking", { attention_window: 4 }],
  ["openhands-v0-recent-events", { max_events: 6 }],
  ["swe-agent-last-n-observations", { n: 2 }],
  ["strands-sliding-window", { windowSize: 6 }],
];
const TURNS = 14;

function events(contextWindow: number) {
  const story = trace("same", { contextWindow });
  for (let i = 0; i < TURNS; i++)
    story.turn((t) => {
      if (i === 0) t.system("You look things up.").user("Find the cheapest offer.");
      else t.result(`c${i - 1}`, `page ${i}: ${"an offer of many. ".repeat(30 + i)}`);
      if (i % 5 === 4) t.user(`And what about ${i}?`);
      t.says(`I look at page ${i}.`).calls("search", { page: i }, `c${i}`);
    });
  return story.events();
}

function sized<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sized) as T;
  if (typeof value !== "object" || value === null) return value;
  const { content, kind, toolName } = value as Partial<BlockStatement>;
  if (content === undefined || kind === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sized(one)])) as T;
  const name = kind === "tool_call" ? estimateTokens(toolName ?? "") : 0;
  return { ...value, tokens: { value: estimateTokens(content) + name, provenance: "estimated" } };
}

function bothWindows(source: ReturnType<typeof readSource>, policy: Policy, options: object, window: number) {
  const messages = source.messages.map(({ message }) => message);
  const replayed = replay(source, { policy, options });
  let state: unknown;
  let sent: readonly unknown[] = [];
  for (const { upTo, turn } of source.turns) {
    const body = projectBodySchema.parse({
      messages: messages.slice(0, upTo),
      policy: { kind: policy.kind, version: policy.version, options },
      contextWindow: window,
      now: turn.at ?? 0,
      ...(state !== undefined && { state }),
    });
    const { run } = projectRun({ body });
    state = JSON.parse(JSON.stringify(run.snapshot()));
    sent = run.shown.messages();
  }
  return [sent, replayed.lastWindow].map((shown) => JSON.stringify(shown.map(said)));
}

describe("what the runtime applies to a request", () => {
  const source = readSource(foldRecording(events(200_000)));

  it.each(POLICIES)("sends what a replay of the same session holds: %s %j", (kind, options) => {
    const policy = findPolicy(kind);
    if (policy === undefined) throw new Error(`there is no policy ${kind}`);
    const [sent, replayed] = bothWindows(source, policy, options, 200_000);
    expect(sent).toBe(replayed);
  });

  it("does so under every policy there is, where both know the same sizes", () => {
    const counted = readSource(foldRecording(events(4_000).map(sized)));
    const whole = JSON.stringify(counted.messages.map(({ message }) => said(message)));
    let acted = 0;
    for (const policy of ALL_POLICIES) {
      const [sent, replayed] = bothWindows(counted, policy, {}, 4_000);
      expect({ kind: policy.kind, sent }).toEqual({ kind: policy.kind, sent: replayed });
      if (sent !== whole) acted++;
    }
    expect(acted).toBeGreaterThan(8);
  });
});

function said(message: unknown): unknown {
  const { id, role, text, thinking, toolCalls, toolCallId } = message as Record<string, unknown>;
  return { id, role, text, thinking, toolCalls, toolCallId };
}
