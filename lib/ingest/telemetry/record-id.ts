import { hash } from "node:crypto";
import { statedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/record";
import type { RawRecordInput } from "@/lib/db/raw/store";

const HASH_CHARS = 32;
const DIGITS = 20;

/** The stream that a record is kept in: its trace, else the session that it names. */
export function streamOf(record: OtelRecord): string {
  if (record.signal !== "call" && record.traceId !== "") return `trace:${record.traceId}`;
  return `session:${statedSession(record) ?? "none"}`;
}

/**
 * A record as it is kept. A span is known by its id, a raw call by its own, a log record, which has none, by all that it
 * says. Of a span that comes twice the version that ended later or says more stays.
 */
export function rawRecord(record: OtelRecord): RawRecordInput {
  const content = hash("sha256", JSON.stringify(record), "hex").slice(0, HASH_CHARS);
  return {
    stream: streamOf(record),
    id: recordId(record, content),
    rank: rankOf(record, content),
    session: statedSession(record) ?? null,
    body: record,
  };
}

function recordId(record: OtelRecord, content: string): string {
  if (record.signal === "log") return `log:${content}`;
  return `${record.signal}:${record.spanId}`;
}

function rankOf({ signal, end, attributes, events, body }: OtelRecord, content: string): string {
  if (signal === "log") return "";
  const fields = Object.keys(attributes).length + events.length;
  const said = body === null ? 0 : JSON.stringify(body).length;
  return (
    [Math.round(end * 1_000), fields, said].map((n) => String(n).padStart(DIGITS, "0")).join(":") +
    `:${content}`
  );
}
