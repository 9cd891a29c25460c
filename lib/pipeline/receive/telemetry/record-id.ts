import { hash } from "node:crypto";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import type { RelationOf } from "@/lib/db/raw/settle";
import type { StreamMemory } from "@/lib/db/raw/stream-memory";
import { extractTexts } from "@/lib/db/raw/tree";
import { statedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { relationOfRecords } from "@/lib/importers/otel/tellings";
import { streamOf } from "./stream-of";

const HASH_CHARS = 32;
const DIGITS = 20;

/**
 * A record as it is kept. A span is known by its id, a raw call by its own, a log record, which has none, by all that it
 * says.
 * @param memory what is known to be stored of the record's stream; left out, the record is taken apart whole
 */
export function rawRecord(record: OtelRecord, memory?: StreamMemory): RawRecordInput {
  const taken = new Map<string, string>();
  const body = JSON.stringify(extractTexts(record, memory ?? taken));
  const texts = memory?.taken ?? taken;
  const content = hash("sha256", body, "hex").slice(0, HASH_CHARS);
  return {
    stream: streamOf(record),
    id: record.signal === "log" ? `log:${content}` : `${record.signal}:${record.spanId}`,
    rank: rankOf(record, content, record.signal === "call" ? body.length : texts.size),
    session: statedSession(record) ?? null,
    body,
    texts,
    ...(memory !== undefined && { epoch: memory.epoch }),
  };
}

/** How a record that comes again relates to the one that is stored under its id. */
export const relationOfStored: RelationOf = (stored, given) =>
  relationOfRecords(stored as OtelRecord, given as OtelRecord);

function rankOf({ signal, end, attributes, events }: OtelRecord, content: string, size: number): string {
  if (signal === "log") return "";
  const fields = Object.keys(attributes).length + events.length;
  const said = [Math.round(end * 1_000), fields, size].map((n) => String(n).padStart(DIGITS, "0"));
  return [...said, content].join(":");
}
