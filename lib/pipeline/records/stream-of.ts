import { readStatedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { findId } from "@/lib/importers/shared/bounds";

/** The record's trace, else its session. */
export function streamOf(record: OtelRecord): string {
  if (record.signal !== "call" && record.traceId !== "") return `trace:${record.traceId}`;
  return makeSessionStream(readStatedSession(record) ?? "");
}

const OF_SESSION = "session:";

export function makeSessionStream(session: string): string {
  return `${OF_SESSION}${findId(session) ?? "none"}`;
}

/** The only session that records of a stream name; `null` for that of a trace, or of records that name none. */
export function findHome(stream: string, session: string | null): string | null {
  return parseSessionStream(stream) === null || stream === makeSessionStream("") ? null : session;
}

/** The session of a stream; `null` for the stream of a trace. */
export function parseSessionStream(stream: string): string | null {
  return stream.startsWith(OF_SESSION) ? stream.slice(OF_SESSION.length) : null;
}
