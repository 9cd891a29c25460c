import type { Fact, NativeEvent } from "../spans/facts";
import { selectFactsOfType } from "../spans/grouping";
import type { Attributes, OtelRecord } from "../spans/record";
import { parseJsonText, countOf } from "../../shared/values";
import { countAt, readTextAt } from "../spans/record";
import type { Dialect } from "./dialect";

const TYPES: Readonly<Record<string, string>> = {
  "ctx.decision": "context.decided",
  "ctx.eviction": "context.edited",
  "ctx.compaction": "context.edited",
  "ctx.plan": "plan.declared",
  "ctx.plan.revised": "plan.revised",
  "ctx.plan.step": "plan.step",
  "ctx.step.validated": "step.validated",
  "ctx.checkpoint": "checkpoint.taken",
  "ctx.restart": "session.restarted",
  "ctx.gate": "gate.checked",
  "ctx.outcome": "session.ended",
  "ctx.window": "ctx.window",
};

/**
 * The program's own vocabulary: decisions about a window, evictions, plans and their steps. Sent as log
 * records, or as events of any span. The attributes are the fields; structured ones can be JSON text.
 */
export const sightglass: Dialect = {
  id: "ctx",
  label: "context events",
  checked: null,
  claims: (record) => TYPES[readEventName(record)] !== undefined,
  read: (record) =>
    readOwnFacts(record, readEventName(record), record.start, {
      ...record.attributes,
      ...readFields(record.body),
    }),
};

function readEventName({ name, attributes }: OtelRecord): string {
  return readTextAt(attributes, "event.name") ?? name;
}

function readFields(body: unknown): Attributes {
  const value = typeof body === "string" ? parseJsonText(body) : body;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
}

export function readOwnSpanEvents(record: OtelRecord): Fact[] {
  return record.events.flatMap(({ name, at, attributes }) => readOwnFacts(record, name, at, attributes));
}

const PREFIX = "ctx.";
export const OWN_NAMES: readonly string[] = Object.keys(TYPES);

export function listUnknownOwnNames(record: OtelRecord): string[] {
  const eventNames = record.signal === "log" ? [readEventName(record)] : [];
  const names = [...eventNames, ...record.events.map(({ name }) => name)];
  return names.filter((name) => name.startsWith(PREFIX) && TYPES[name] === undefined);
}

export function readNativeEvents(record: OtelRecord): NativeEvent[] {
  const itself = sightglass.claims(record) ? sightglass.read(record) : [];
  return selectFactsOfType([...itself, ...readOwnSpanEvents(record)], "own");
}

export function getOwnName({ event }: NativeEvent): string {
  if (event.type === "context.edited") return event.how === "compacted" ? "ctx.compaction" : "ctx.eviction";
  return OWN_NAMES.find((name) => TYPES[name] === event.type) ?? PREFIX;
}

function readOwnFacts(record: OtelRecord, name: string, at: number, fields: Attributes): Fact[] {
  const type = TYPES[name];
  if (type === undefined) return [];
  const parsed = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/^ctx\./, ""),
      typeof value === "string" ? (parseJsonText(value) ?? value) : value,
    ]),
  );
  const how = name === "ctx.compaction" ? { how: "compacted" } : {};
  const limit = name === "ctx.window" ? countAt(parsed, "limit") : undefined;
  const budgets = name === "ctx.window" ? readBudgets(parsed.budget) : undefined;
  return [
    { type: "own", record, at, event: { ...how, ...parsed, type } },
    ...(limit === undefined && budgets === undefined
      ? []
      : [{ type: "session" as const, record, contextWindow: limit, budgets }]),
  ];
}

function readBudgets(budget: unknown): Record<string, number> | undefined {
  const parts = typeof budget === "object" && budget !== null ? Object.entries(budget) : [["total", budget]];
  const counts = parts.filter((part): part is [string, number] => countOf(part[1]) !== undefined);
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}
