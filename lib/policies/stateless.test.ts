import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawConversation } from "@/lib/testing/drawn/draw-conversation";
import { aiSdk6PruneMessages, aiSdk7PruneMessages } from "./ai-sdk-prune-messages";
import { googleAdkJs } from "./google-adk-js";
import { keepLastN } from "./keep-last-n";
import { langchainBufferWindow } from "./langchain-buffer-window";
import { langchainJsTrimMessages } from "./langchain-js-trim-messages";
import { langchainPyClearToolUses } from "./langchain-py-clear-tool-uses";
import { openaiAgentsJs } from "./openai-agents-js";
import { openaiAgentsPyToolOutputTrimmer } from "./openai-agents-py-tool-output-trimmer";
import { openhandsV0 } from "./openhands-v0";
import { projectChanges, listProjectedItems } from "./project";
import { PolicyRun } from "./run";
import { sweAgentClosedWindow } from "./swe-agent-closed-window";
import { sweAgentLastNObservations } from "./swe-agent-last-n-observations";

const STATELESS = [
  [keepLastN, { keep: 4 }],
  [langchainBufferWindow, { k: 1 }],
  [langchainPyClearToolUses, { trigger: 50, keep: 1 }],
  [langchainPyClearToolUses, { trigger: 50, keep: 1, clear_at_least: 101, clear_tool_inputs: true }],
  [aiSdk6PruneMessages, { toolCalls: "before-last-3-messages", reasoning: "before-last-message" }],
  [
    aiSdk7PruneMessages,
    {
      toolCalls: [
        { type: "before-last-2-messages", tools: ["read"] },
        { type: "all", tools: ["exec"] },
      ],
    },
  ],
  [aiSdk7PruneMessages, { toolCalls: "before-last-message", reasoning: "all", emptyMessages: "keep" }],
  [langchainJsTrimMessages, { maxTokens: 500, includeSystem: true, startOn: "human" }],
  [langchainJsTrimMessages, { maxTokens: 900, endOn: ["human", "tool"], allowPartial: true }],
  [langchainJsTrimMessages, { maxTokens: 600, strategy: "first", tokenCounter: "chars4", endOn: "ai" }],
  [openaiAgentsJs, { kind: "memory-window", limit: 4 }],
  [openaiAgentsPyToolOutputTrimmer, { recent_turns: 1, max_output_chars: 100, preview_chars: 10 }],
  [googleAdkJs, { kind: "truncating", threshold: 4, preserveLeadingEvents: 1 }],
  [googleAdkJs, { kind: "thoughts", eventRetentionSize: 2 }],
  [openhandsV0.observationMasking, { attention_window: 3 }],
  [openhandsV0.recentEvents, { keep_first: 2, max_events: 5 }],
  [sweAgentLastNObservations, { n: 2 }],
  [sweAgentClosedWindow, {}],
] as const;

const named = STATELESS.map(
  ([policy, options]) => [`${policy.kind} with ${JSON.stringify(options)}`, policy, options] as const,
);

describe.each(named)("%s", (_name, policy, options) => {
  it("makes the same of a history in one step as in many", () => {
    const property = fc.property(drawConversation, (requests) => {
      const run = new PolicyRun(policy, { options });
      for (const { added, now } of requests) {
        run.append(added);
        run.step({ now });
        const history = Array.from({ length: run.history.length }, (_, i) => run.history.at(i));
        const whole = projectChanges(policy, history, { options }, { now });
        expect(listProjectedItems(run)).toEqual(whole.items);
        expect(run.shown.messages()).toEqual(whole.messages);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });
});
