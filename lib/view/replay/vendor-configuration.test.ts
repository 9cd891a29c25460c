import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { findPolicy, POLICIES } from "@/lib/policies/registry";
import { readPastedOptions, writeConfiguration } from "./vendor-configuration";
import type { JsonObject } from "./replay-input";

const formOf = (kind: string) => findPolicy(kind)?.configuration ?? null;

function textOf(kind: string, options: JsonObject): string | undefined {
  const form = formOf(kind);
  return form === null ? undefined : writeConfiguration(form, options).text;
}

const fromVendor = (kind: string, pasted: JsonObject) => readPastedOptions(pasted, formOf(kind));

describe("the vendor's configuration", () => {
  it("is an edit among those of a request to Anthropic", () => {
    const edit = { type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 2 } };
    expect(JSON.parse(textOf("anthropic-clear-tool-uses", edit) ?? "")).toEqual({
      context_management: { edits: [edit] },
    });
  });

  it("is a section of OpenClaw's file", () => {
    expect(JSON.parse(textOf("openclaw-pruning-v3", { mode: "cache-ttl", ttl: "5m" }) ?? "")).toEqual({
      agents: { defaults: { contextPruning: { mode: "cache-ttl", ttl: "5m" } } },
    });
  });

  it.each([
    [
      "langchain-js-clear-tool-uses",
      { trigger: { tokens: 1000 }, excludeTools: ["plan"] },
      'contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ trigger: { tokens: 1000 }, excludeTools: ["plan"] })] })',
    ],
    [
      "langchain-py-clear-tool-uses",
      { trigger: 1000, clear_tool_inputs: true },
      "ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=1000, clear_tool_inputs=True)])",
    ],
    [
      "langchain-js-trim-messages",
      { maxTokens: 80, tokenCounter: "model" },
      "await trimMessages(messages, { maxTokens: 80, tokenCounter: model })",
    ],
    [
      "ai-sdk-prune-messages",
      { toolCalls: "before-last-2-messages" },
      'pruneMessages({ messages, toolCalls: "before-last-2-messages" })',
    ],
    ["ai-sdk-prune-messages", {}, "pruneMessages({ messages })"],
    ["langchain-buffer-window-memory", {}, "ConversationBufferWindowMemory()"],
    ["openhands-sdk-llm-summarizing", {}, "LLMSummarizingCondenser(llm=llm)"],
    [
      "openhands-v0-recent-events",
      { keep_first: 1, max_events: 40 },
      '[condenser]\ntype = "recent"\nkeep_first = 1\nmax_events = 40',
    ],
    [
      "codex-compaction",
      { model_auto_compact_token_limit: 90_000 },
      "model_auto_compact_token_limit = 90000",
    ],
    [
      "swe-agent-last-n-observations",
      { type: "last_n_observations", n: 5 },
      "agent:\n  history_processors:\n    - type: last_n_observations\n      'n': 5",
    ],
    ["aider-history-summary", { max_chat_history_tokens: 1024 }, "aider --max-chat-history-tokens 1024"],
    ["strands-sliding-window", {}, "new SlidingWindowConversationManager({})"],
  ])("of %s is what its vendor reads", (kind, options, text) => {
    expect(textOf(kind, options)).toBe(text);
  });

  it("keeps a nested option valid TOML", () => {
    const options = { model_auto_compact_token_limit: 90_000, profiles: { long: { limit: 1, notes: null } } };
    expect(parse(textOf("codex-compaction", options) ?? "")).toEqual({
      model_auto_compact_token_limit: 90_000,
      profiles: { long: { limit: 1 } },
    });
  });

  it("is of no baseline", () => {
    expect(formOf("front-truncation")).toBeNull();
  });

  it("comes back as the options that it was made of, for every policy with a file", () => {
    for (const { kind } of POLICIES) {
      const type = findPolicy(kind)?.options.safeParse({}).data as { type?: string } | undefined;
      const options = { ...(type?.type !== undefined && { type: type.type }), some: { option: 1 } };
      const text = textOf(kind, options);
      if (text?.startsWith("{\n") !== true) continue;
      expect(fromVendor(kind, JSON.parse(text) as typeof options), kind).toEqual(options);
    }
  });

  it("is found in a whole request body, and is the options themselves where it is not", () => {
    const edit = { type: "compact_20260112" };
    const body = { model: "m", context_management: { edits: [{ type: "clear_tool_uses_20250919" }, edit] } };
    expect(fromVendor("anthropic-compact", body)).toEqual(edit);
    expect(fromVendor("anthropic-context-management", body)).toEqual(body.context_management);
    expect(fromVendor("openclaw-pruning-v3", { ttl: "5m" })).toEqual({ ttl: "5m" });
  });
});
