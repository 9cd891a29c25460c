import { describe, expect, it } from "vitest";
import { projectBodySchema } from "@/lib/api/endpoints/runtime/project";
import { projectRun } from "@/lib/commands/project/project-messages";
import { recordingOf } from "@/lib/core/trace/fold/recording";
import { findPolicy } from "@/lib/policies/registry";
import { replay } from "@/lib/replay/replayer";
import { readSource } from "@/lib/replay/source";
import { trace } from "@/lib/testing/trace-builder";

/** Policies that decide by the messages alone, of every kind: clearing, dropping, pruning, masking. */
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

function recording() {
  const story = trace("same", { contextWindow: 200_000 });
  for (let i = 0; i < TURNS; i++)
    story.turn((t) => {
      if (i === 0) t.system("You look things up.").user("Find the cheapest offer.");
      else t.result(`c${i - 1}`, `page ${i}: ${"an offer of many. ".repeat(30 + i)}`);
      if (i % 5 === 4) t.user(`And what about ${i}?`);
      t.says(`I look at page ${i}.`).calls("search", { page: i }, `c${i}`);
    });
  return recordingOf(story.events());
}

describe("what the runtime applies to a request", () => {
  const source = readSource(recording());
  const messages = source.messages.map(({ message }) => message);

  it.each(POLICIES)("sends what a replay of the same session holds: %s %j", (kind, options) => {
    const policy = findPolicy(kind);
    if (policy === undefined) throw new Error(`there is no policy ${kind}`);
    const replayed = replay(source, { policy, options });
    let state: unknown;
    let sent: readonly unknown[] = [];
    for (const { upTo, turn } of source.turns) {
      const body = projectBodySchema.parse({
        messages: messages.slice(0, upTo),
        policy: { kind, options },
        contextWindow: 200_000,
        now: turn.at ?? 0,
        ...(state !== undefined && { state }),
      });
      const { run } = projectRun(body);
      state = JSON.parse(JSON.stringify(run.snapshot()));
      sent = run.shown.messages();
    }
    expect(JSON.stringify(sent.map(said))).toBe(JSON.stringify(replayed.lastWindow.map(said)));
  });
});

function said(message: unknown): unknown {
  const { id, role, text, thinking, toolCalls, toolCallId } = message as Record<string, unknown>;
  return { id, role, text, thinking, toolCalls, toolCallId };
}
