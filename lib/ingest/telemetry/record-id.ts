import { hash } from "node:crypto";
import { statedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/record";
import type { RawRecordInput } from "@/lib/db/raw/store";
import { takeApart } from "@/lib/db/raw/tree";

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
  const texts = new Map<string, string>();
  const body = JSON.stringify(takeApart(record, texts));
  const content = hash("sha256", body, "hex").slice(0, HASH_CHARS);
  return {
    stream: streamOf(record),
    id: record.signal === "log" ? `log:${content}` : `${record.signal}:${record.spanId}`,
    rank: rankOf(record, content, texts.size),
    session: statedSession(record) ?? null,
    body,
    texts,
  };
}

function rankOf({ signal, end, attributes, events }: OtelRecord, content: string, texts: number): string {
  if (signal === "log") return "";
  const fields = Object.keys(attributes).length + events.length;
  const said = [Math.round(end * 1_000), fields, texts].map((n) => String(n).padStart(DIGITS, "0"));
  return [...said, content].join(":");
}
