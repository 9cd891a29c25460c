import type { TestSpan } from "../otlp-bodies";
import { logsJson, tracesJson } from "../otlp-bodies";

const AT = Date.UTC(2026, 0, 1);
const TOOLS = JSON.stringify([{ type: "function", name: "get_order", parameters: {} }]);
const CALL = { type: "tool_call", id: "c1", name: "get_order", arguments: { id: 7 } };
const ASKED = { role: "user", parts: [{ type: "text", content: "Where is order 7?" }] };
const RESULT = {
  role: "tool",
  parts: [{ type: "tool_call_response", id: "c1", response: { status: "pending" } }],
};
const RAW = {
  model: "claude-x",
  system: "Be brief.",
  messages: [{ role: "user", content: "Where is order 7?" }],
  context_management: {
    edits: [{ type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 1 } }],
  },
};
const ANSWER = {
  type: "message",
  id: "msg_1",
  content: [{ type: "text", text: "It is pending." }],
  usage: { input_tokens: 9, output_tokens: 3, cache_read_input_tokens: 4 },
  context_management: { applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 2 }] },
};

function conventions(): TestSpan[] {
  const common = {
    "gen_ai.operation.name": "chat",
    "gen_ai.conversation.id": "conv",
    "gen_ai.tool.definitions": TOOLS,
  };
  return [
    {
      id: "call1",
      parent: "agent",
      name: "chat",
      at: AT,
      attributes: {
        ...common,
        "gen_ai.input.messages": JSON.stringify([ASKED]),
        "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [CALL] }]),
        "gen_ai.usage.input_tokens": 20,
      },
    },
    {
      id: "tool1",
      parent: "agent",
      name: "execute_tool",
      at: AT + 10,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.call.id": "c1",
        "gen_ai.tool.name": "get_order",
      },
    },
    {
      id: "call2",
      parent: "agent",
      name: "chat",
      at: AT + 20,
      attributes: {
        ...common,
        "gen_ai.input.messages": JSON.stringify([ASKED, { role: "assistant", parts: [CALL] }, RESULT]),
        "gen_ai.usage.input_tokens": 40,
      },
      events: [{ name: "ctx.eviction", attributes: { toolCallId: "c1", policy: "mine", reason: "budget" } }],
    },
    {
      id: "agent",
      name: "invoke_agent",
      at: AT - 1,
      ms: 60,
      attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "desk" },
    },
  ];
}

export function fuzzBodies(): { signal: "traces" | "logs"; body: object }[] {
  const raw = { "input.value": JSON.stringify(RAW), "output.value": JSON.stringify(ANSWER) };
  return [
    { signal: "traces", body: tracesJson("any", conventions()) },
    { signal: "traces", body: tracesJson("github.copilot", conventions()) },
    {
      signal: "traces",
      body: tracesJson("openinference.test", [
        {
          id: "llm",
          name: "llm",
          at: AT,
          attributes: {
            "openinference.span.kind": "LLM",
            "session.id": "s",
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "hi",
            ...raw,
          },
        },
      ]),
    },
    {
      signal: "traces",
      body: tracesJson("ai", [
        {
          id: "ai",
          name: "ai",
          at: AT,
          attributes: {
            "ai.operationId": "ai.generateText.doGenerate",
            "ai.prompt.messages": JSON.stringify([{ role: "user", content: [{ type: "text", text: "hi" }] }]),
            "ai.response.text": "yes",
          },
        },
      ]),
    },
    {
      signal: "logs",
      body: logsJson("com.anthropic.claude_code.events", [
        {
          at: AT,
          attributes: {
            "event.name": "api_request_body",
            "session.id": "s",
            request_body_id: "b",
            body: JSON.stringify(RAW),
          },
        },
        {
          at: AT + 5,
          attributes: {
            "event.name": "api_response_body",
            "session.id": "s",
            request_body_id: "b",
            body: JSON.stringify(ANSWER),
          },
        },
      ]),
    },
    {
      signal: "logs",
      body: logsJson("app", [
        {
          at: AT,
          name: "ctx.plan",
          attributes: {
            "session.id": "s",
            steps: JSON.stringify([{ id: "s1", text: "look", needs: ["c1"] }]),
          },
        },
        {
          at: AT,
          name: "ctx.decision",
          attributes: {
            "session.id": "s",
            sourceId: "a",
            sourceKind: "memory",
            action: "exclude",
            reason: "budget",
          },
        },
      ]),
    },
  ];
}
