import { parseJsonText, recordsOf } from "../../shared/values";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { readItemsOfMessage } from "../../messages/openai";
import type { PartRole } from "../../messages/parts";
import { readItemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import type { CallPart, LoggedMessage, OtelMessage } from "../spans/facts";
import type { Attributes, OtelRecord } from "../spans/record";
import { readEventNameOf, readTextAt, readValueAt } from "../spans/record";

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
export function readLoggedCalls(logged: readonly LoggedMessage[]): CallPart[] {
  const bySpan = new Map<string, OtelRecord[]>();
  for (const { record } of logged) {
    const key = `${record.traceId} ${record.spanId}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), record]);
  }
  return [...bySpan.values()].flatMap((records): CallPart[] => {
    const [first] = records;
    if (first === undefined || first.spanId === "") return [];
    const events = records.map((record) => ({
      name: readEventNameOf(record),
      at: record.start,
      attributes: { ...record.attributes, ...readFields(record.body) },
    }));
    const { messages, answer } = readMessageEvents({ events: sortInSaidOrder(events) });
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

const NAMES = Object.keys(ROLE_OF_EVENT);

/**
 * A client can give all messages of a request one time. Then rules stand first, what the user said before the answers,
 * and a result behind the answer that asked for it.
 */
export function sortInSaidOrder(events: OtelRecord["events"]): OtelRecord["events"] {
  const places = new Map<string, number>();
  events.forEach(({ attributes }, i) => {
    for (const { id } of recordsOf(readValueAt(attributes, "tool_calls"))) places.set(String(id), i);
  });
  const placeOf = ({ name, attributes }: (typeof events)[number], i: number) => {
    const call = places.get(readTextAt(attributes, "id", "tool_call_id") ?? "");
    const answers = name === "gen_ai.tool.message" && events[call ?? -1]?.at === events[i]?.at;
    return answers
      ? [NAMES.indexOf("gen_ai.assistant.message"), (call ?? 0) + 0.5]
      : [NAMES.indexOf(name), i];
  };
  return events
    .map((event, i) => ({ event, place: placeOf(event, i) }))
    .sort(
      (a, b) =>
        a.event.at - b.event.at ||
        (a.place[0] ?? 0) - (b.place[0] ?? 0) ||
        (a.place[1] ?? 0) - (b.place[1] ?? 0),
    )
    .map(({ event }) => event);
}

function readFields(sentBody: unknown): Attributes {
  const body = typeof sentBody === "string" ? parseJsonText(sentBody) : sentBody;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Attributes) : {};
}

/** The older form of content: one event per message, and `gen_ai.choice` for the answer. */
export function readMessageEvents({ events }: Pick<OtelRecord, "events">): {
  messages?: OtelMessage[];
  answer?: OtelMessage[];
} {
  const calls = new ToolCalls();
  const messages: OtelMessage[] = [];
  const answer: OtelMessage[] = [];
  for (const { name, attributes } of events) {
    const role = ROLE_OF_EVENT[name];
    if (role !== undefined) messages.push({ role, items: readEventItems(role, attributes, calls) });
    if (name === CHOICE)
      answer.push({ role: "assistant", items: readEventItems("assistant", attributes, calls) });
  }
  const requestMessages = messages.filter((message) => message.items.length > 0);
  return {
    ...(requestMessages.length > 0 && { messages: requestMessages }),
    ...(answer.length > 0 && { answer }),
  };
}

function readEventItems(role: PartRole, attributes: Attributes, calls: ToolCalls): SeenItem[] {
  const { content = attributes.message } = attributes;
  const value = typeof content === "string" ? (parseJsonText(content) ?? content) : content;
  if (Array.isArray(value)) return readItemsOfParts(role, value, calls);
  const isText = typeof value !== "object" || value === null || typeof attributes.content === "string";
  const message = isText ? { content } : value;
  const toolCalls = attributes.tool_calls === undefined ? undefined : readValueAt(attributes, "tool_calls");
  const id = readTextAt(attributes, "id", "tool_call_id");
  return readItemsOfMessage({ tool_calls: toolCalls, tool_call_id: id, ...message, role }, calls);
}
