import type { Fact } from "../facts";
import type { Attributes, OtelRecord } from "../record";
import { countAt, jsonIn, textAt } from "../record";
import type { Dialect } from "./dialect";

/** Events of the program's own vocabulary and the type of the native event that each one is. */
const TYPES: Readonly<Record<string, string>> = {
  "ctx.decision": "context.decided",
  "ctx.eviction": "context.edited",
  "ctx.compaction": "context.edited",
  "ctx.plan": "plan.declared",
  "ctx.plan.step": "plan.step",
  "ctx.window": "ctx.window",
};

/**
 * The program's own vocabulary, which no convention has: what was decided about a window, what was evicted, plans and
 * their steps. Sent as log records, or as events of any span; the attributes are the fields, structured ones also as
 * JSON text.
 */
export const own: Dialect = {
  id: "ctx",
  label: "context events",
  claims: (record) => TYPES[eventName(record)] !== undefined,
  read: (record) =>
    ownFacts(record, eventName(record), record.start, { ...record.attributes, ...fieldsIn(record.body) }),
};

function eventName({ name, attributes }: OtelRecord): string {
  return textAt(attributes, "event.name") ?? name;
}

function fieldsIn(body: unknown): Attributes {
  const value = typeof body === "string" ? jsonIn(body) : body;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
}

/** What the events of a span say in this vocabulary, whatever dialect the span itself is written in. */
export function ownSpanEvents(record: OtelRecord): Fact[] {
  return record.events.flatMap(({ name, at, attributes }) => ownFacts(record, name, at, attributes));
}

function ownFacts(record: OtelRecord, name: string, at: number, fields: Attributes): Fact[] {
  const type = TYPES[name];
  if (type === undefined) return [];
  const parsed = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/^ctx\./, ""),
      typeof value === "string" ? (jsonIn(value) ?? value) : value,
    ]),
  );
  const how = name === "ctx.compaction" ? { how: "compacted" } : {};
  const limit = name === "ctx.window" ? countAt(parsed, "limit") : undefined;
  return [
    { type: "own", record, at, event: { ...how, ...parsed, type } },
    ...(limit === undefined ? [] : [{ type: "session" as const, record, contextWindow: limit }]),
  ];
}
