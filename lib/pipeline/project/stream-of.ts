import { statedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/record";
import { idIn } from "@/lib/importers/shared/bounds";

/** The stream that a record is kept in: its trace, else the session that it names. */
export function streamOf(record: OtelRecord): string {
  if (record.signal !== "call" && record.traceId !== "") return `trace:${record.traceId}`;
  return sessionStream(statedSession(record) ?? "");
}

/** The stream of the raw calls of a session. */
export function sessionStream(session: string): string {
  return `session:${idIn(session) ?? "none"}`;
}
