import type { TraceEvent } from "@/lib/core/trace/event";
import type { ClientRow } from "@/lib/db/ingestion-notes";
import { CLIENT_COUNTS } from "@/lib/db/ingestion-notes";
import { findDialect, readSpanFacts } from "@/lib/importers/otel/dialects";
import { rawModelCall } from "@/lib/importers/otel/dialects/raw-call";
import type { Fact } from "@/lib/importers/otel/spans/facts";
import type { RequestSummary } from "@/lib/importers/otel/raw/request-summary";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";

export const NATIVE_EVENTS = { dialect: "events", label: "native events" } as const;

export function listClients(records: readonly OtelRecord[]): ClientRow[] {
  const clients = new Map<string, ClientRow>();
  for (const record of records) {
    const dialect = findDialect(record);
    if (dialect === undefined) continue;
    const facts = readSpanFacts(record);
    const row = clients.get(dialect.id) ?? { ...NOTHING, dialect: dialect.id, label: dialect.label };
    clients.set(dialect.id, {
      ...row,
      records: row.records + 1,
      calls: row.calls + countIf(facts.some(({ type }) => type === "call")),
      usage: row.usage + countIf(facts.some((fact) => fact.type === "call" && fact.usage !== undefined)),
      content: row.content + countIf(facts.some(bringsContent)),
      tools: row.tools + countIf(facts.some(bringsTools)),
    });
  }
  return [...clients.values()];
}

export function listClientsOfCalls(summaries: readonly RequestSummary[]): ClientRow[] {
  if (summaries.length === 0) return [];
  const count = (part: keyof RequestSummary["brings"]) =>
    summaries.filter(({ brings }) => brings[part]).length;
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

export function listClientsOfEvents(events: readonly TraceEvent[]): ClientRow[] {
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
export function addUpClients(rows: readonly ClientRow[]): ClientRow[] {
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

function countIf(holds: boolean): number {
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
