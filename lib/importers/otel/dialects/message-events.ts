import { jsonIn } from "../../shared/values";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { itemsOfMessage } from "../../messages/openai";
import type { PartRole } from "../../messages/parts";
import { itemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import type { CallPart, LoggedMessage, OtelMessage } from "../spans/facts";
import type { Attributes, OtelRecord } from "../spans/record";
import { eventNameOf, textAt, valueAt } from "../spans/record";

const ROLE_OF_EVENT: Readonly<Record<string, PartRole>> = {
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
};

const CHOICE = "gen_ai.choice";

export function isMessageEvent(name: string): boolean {
  return name === CHOICE || name in ROLE_OF_EVENT;
}

/** Log records with one message each. Those of one span are one call, in the order of their times. */
export function loggedCalls(logged: readonly LoggedMessage[]): CallPart[] {
  const bySpan = new Map<string, OtelRecord[]>();
  for (const { record } of logged) {
    const key = `${record.traceId} ${record.spanId}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), record]);
  }
  return [...bySpan.values()].flatMap((records): CallPart[] => {
    const [first] = records;
    if (first === undefined || first.spanId === "") return [];
    const events = records.map((record) => ({
      name: eventNameOf(record),
      at: record.start,
      attributes: { ...record.attributes, ...fieldsOf(record.body) },
    }));
    const { messages, answer } = messageEvents({ events });
    return [
      {
        type: "call",
        record: first,
        joins: [`span:${first.spanId}`],
        messages,
        answer: answer?.flatMap((message) => message.items),
      },
    ];
  });
}

function fieldsOf(sent: unknown): Attributes {
  const body = typeof sent === "string" ? jsonIn(sent) : sent;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Attributes) : {};
}

/** The older form of content: one event per message, and `gen_ai.choice` for the answer. */
export function messageEvents({ events }: Pick<OtelRecord, "events">): {
  messages?: OtelMessage[];
  answer?: OtelMessage[];
} {
  const calls = new ToolCalls();
  const messages: OtelMessage[] = [];
  const answer: OtelMessage[] = [];
  for (const { name, attributes } of events) {
    const role = ROLE_OF_EVENT[name];
    if (role !== undefined) messages.push({ role, items: eventItems(role, attributes, calls) });
    if (name === CHOICE)
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
  const toolCalls = attributes.tool_calls === undefined ? undefined : valueAt(attributes, "tool_calls");
  const id = textAt(attributes, "id", "tool_call_id");
  return itemsOfMessage({ tool_calls: toolCalls, tool_call_id: id, ...message, role }, calls);
}
