import type { SeenItem } from "@/lib/core/window/request-tracker";
import { itemsOfMessage } from "../../messages/openai";
import type { PartRole } from "../../messages/parts";
import { itemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import type { Message } from "../facts";
import type { Attributes, OtelRecord } from "../record";
import { jsonIn, textAt } from "../record";

const ROLE_OF_EVENT: Readonly<Record<string, PartRole>> = {
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
};

/** Content in the older form: one event a message, and `gen_ai.choice` for the answer. */
export function messageEvents({ events }: OtelRecord): { messages?: Message[]; answer?: Message[] } {
  const calls = new ToolCalls();
  const messages: Message[] = [];
  const answer: Message[] = [];
  for (const { name, attributes } of events) {
    const role = ROLE_OF_EVENT[name];
    if (role !== undefined) messages.push({ role, items: eventItems(role, attributes, calls) });
    if (name === "gen_ai.choice")
      answer.push({ role: "assistant", items: eventItems("assistant", attributes, calls) });
  }
  const asked = messages.filter((message) => message.items.length > 0);
  return { ...(asked.length > 0 && { messages: asked }), ...(answer.length > 0 && { answer }) };
}

function eventItems(role: PartRole, attributes: Attributes, calls: ToolCalls): SeenItem[] {
  const content = attributes.content ?? attributes.message;
  const value = typeof content === "string" ? (jsonIn(content) ?? content) : content;
  if (Array.isArray(value)) return itemsOfParts(role, value, calls);
  const message = typeof value === "object" && value !== null ? value : { content: value };
  const toolCalls = jsonIn(textAt(attributes, "tool_calls") ?? "");
  const id = textAt(attributes, "id", "tool_call_id");
  return itemsOfMessage({ tool_calls: toolCalls, tool_call_id: id, ...message, role }, calls);
}
