import { type AgentInputItem, MemorySession } from "@openai/agents-core";
import { OpenAIResponsesCompactionSession } from "@openai/agents-openai";
import OpenAI from "openai";
import type { Message } from "@/lib/policies/contract/message";

const COMPACTED = {
  id: "resp",
  object: "response.compaction",
  created_at: 0,
  output: [{ type: "compaction", id: "cmp", encrypted_content: "sealed" }],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

/** The SDK's session with its own client. Each request is answered here with one compaction item. */
export function compactingSession(): OpenAIResponsesCompactionSession {
  const fetch = () => Promise.resolve(Response.json(COMPACTED));
  const client = new OpenAI({ apiKey: "none", fetch });
  return new OpenAIResponsesCompactionSession({
    // The SDK's types want a newer client than the one that runs on Node 20.
    client: client as never,
    model: "gpt-5",
  });
}

export const memorySession = (initialItems: AgentInputItem[]) => new MemorySession({ initialItems });

export function sessionItems(message: Message): AgentInputItem[] {
  const { role, text, toolCalls = [], toolCallId = "", toolName = "" } = message;
  if (role === "system") return [];
  if (role === "user") return [{ type: "message", role, content: text }];
  if (role === "tool") {
    const output = { type: "text", text } as const;
    return [
      { type: "function_call_result", callId: toolCallId, name: toolName, status: "completed", output },
    ];
  }
  const said = text !== "" || toolCalls.length === 0;
  const content = [{ type: "output_text", text } as const];
  return [
    ...(said ? [{ type: "message", role, status: "completed", content } as const] : []),
    ...toolCalls.map(({ id, name, args }) => {
      const json = JSON.stringify(args);
      return { type: "function_call", callId: id, name, arguments: json, status: "completed" } as const;
    }),
  ];
}
