import { hash } from "node:crypto";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import type { StreamMemory } from "@/lib/db/raw/stream-memory";
import { extractTexts } from "@/lib/db/raw/tree";
import { findDialect, readSpanFacts } from "@/lib/importers/otel/dialects";
import { selectFactsOfType } from "@/lib/importers/otel/spans/grouping";
import { readResponseId } from "@/lib/importers/otel/spans/facts";
import { readStatedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { findHome, streamOf } from "./stream-of";

const HASH_CHARS = 32;
const DIGITS = 20;

/**
 * A span is identified by its id, a raw call by its own, and a log record, which has none, by its content.
 * @param memory what is known to be stored of the record's stream; without it, all parts are extracted
 */
export function makeRawRecord(record: OtelRecord, memory?: StreamMemory): RawRecordInput {
  const takenTexts = new Map<string, string>();
  const body = JSON.stringify(extractTexts(record, memory ?? takenTexts));
  const texts = memory?.taken ?? takenTexts;
  const content = hash("sha256", body, "hex").slice(0, HASH_CHARS);
  const [stream, session] = [streamOf(record), readStatedSession(record) ?? null];
  return {
    stream,
    id: record.signal === "log" ? `log:${content}` : `${record.signal}:${record.spanId}`,
    rank: rankOf(record, content, record.signal === "call" ? body.length : texts.size),
    session,
    home: findHome(stream, session),
    body,
    texts,
    responses: { told: findToldResponse(record) },
    ...(memory !== undefined && { epoch: memory.epoch }),
  };
}

/** The response that telemetry tells of; some conventions have its id only in the text of the answer. */
function findToldResponse(record: OtelRecord): string | undefined {
  if (record.signal === "call") return undefined;
  const isAnswer = record.attributes["openinference.span.kind"] === "LLM";
  return (
    readResponseId(record) ??
    (isAnswer ? selectFactsOfType(readSpanFacts(record), "call")[0]?.responseId : undefined)
  );
}

function rankOf({ signal, end, attributes, events }: OtelRecord, content: string, size: number): string {
  if (signal === "log") return "";
  const fields = Object.keys(attributes).length + events.length;
  const parts = [Math.round(end * 1_000), fields, size].map((n) => String(n).padStart(DIGITS, "0"));
  return [...parts, content].join(":");
}

/**
 * Codex writes thousands of spans about itself. Those without a session that say nothing about a window are
 * skipped.
 */
export function isWorthKeeping(record: OtelRecord): boolean {
  return findDialect(record)?.id !== "codex" || record.signal !== "span" || readSpanFacts(record).length > 0;
}
