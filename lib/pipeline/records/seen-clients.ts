import type { TraceEvent } from "@/lib/core/trace/event";
import type { ClientRow } from "@/lib/db/ingestion-notes";
import { CLIENT_COUNTS } from "@/lib/db/ingestion-notes";
import { dialectOf, spanFacts } from "@/lib/importers/otel/dialects";
import { rawModelCall } from "@/lib/importers/otel/dialects/raw-call";
import type { Fact } from "@/lib/importers/otel/spans/facts";
import type { RequestSummary } from "@/lib/importers/otel/raw/request-summary";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";

export const NATIVE_EVENTS = { dialect: "events", label: "native events" } as const;

export function clientsOf(records: readonly OtelRecord[]): ClientRow[] {
  const seen = new Map<string, ClientRow>();
  for (const record of records) {
    const dialect = dialectOf(record);
    if (dialect === undefined) continue;
    const facts = spanFacts(record);
    const row = seen.get(dialect.id) ?? { ...NOTHING, dialect: dialect.id, label: dialect.label };
    seen.set(dialect.id, {
      ...row,
      records: row.records + 1,
      calls: row.calls + oneIf(facts.some(({ type }) => type === "call")),
      usage: row.usage + oneIf(facts.some((fact) => fact.type === "call" && fact.usage !== undefined)),
      content: row.content + oneIf(facts.some(bringsContent)),
      tools: row.tools + oneIf(facts.some(bringsTools)),
    });
  }
  return [...seen.values()];
}

export function clientsOfCalls(summaries: readonly RequestSummary[]): ClientRow[] {
  if (summaries.length === 0) return [];
  const count = (what: keyof RequestSummary["brings"]) =>
    summaries.filter(({ brings }) => brings[what]).length;
  return [
    {
      dialect: rawModelCall.id,
      label: rawModelCall.label,
      records: summaries.length,
      calls: summaries.length,
      usage: count("usage"),
      content: count("content"),
      tools: count("tools"),
    },
  ];
}

export function clientOfEvents(events: readonly TraceEvent[]): ClientRow[] {
  if (events.length === 0) return [];
  const turns = events.filter((event) => event.type === "turn.recorded");
  return [
    {
      ...NATIVE_EVENTS,
      records: events.length,
      calls: turns.length,
      usage: turns.filter(({ usage }) => usage !== undefined).length,
      content: turns.filter(({ window }) => window !== undefined).length,
      tools: turns.filter(({ output }) => output?.some(({ kind }) => kind === "tool_call")).length,
    },
  ];
}

/** One row for each dialect, in one order. */
export function addedUpClients(rows: readonly ClientRow[]): ClientRow[] {
  const sums = new Map<string, ClientRow>();
  for (const row of rows) {
    const sum = sums.get(row.dialect);
    if (sum === undefined) sums.set(row.dialect, row);
    else
      sums.set(row.dialect, {
        ...row,
        ...Object.fromEntries(CLIENT_COUNTS.map((name) => [name, sum[name] + row[name]])),
      });
  }
  return [...sums.values()].toSorted((a, b) => (a.dialect < b.dialect ? -1 : 1));
}

const NOTHING = { records: 0, calls: 0, usage: 0, content: 0, tools: 0 };

function oneIf(holds: boolean): number {
  return holds ? 1 : 0;
}

function bringsContent(fact: Fact): boolean {
  return fact.type === "message" || (fact.type === "call" && (fact.messages?.length ?? 0) > 0);
}

function bringsTools(fact: Fact): boolean {
  if (fact.type === "tool") return true;
  if (fact.type !== "call") return false;
  return (fact.tools?.length ?? 0) > 0 || (fact.answer ?? []).some(({ kind }) => kind === "tool_call");
}
