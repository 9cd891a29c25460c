import type { InboxPart } from "@/lib/db/raw/inbox";
import { streamKey } from "@/lib/db/raw/store";
import { readStatedSession } from "@/lib/importers/otel/places";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { streamOf } from "../../records/stream-of";

/** What records are for each of their streams. Spans have marks, in the order in which they come. */
export interface BodyPart extends InboxPart {
  /** The spans' ids as they are stored, in the order of the marks. */
  readonly ids: readonly string[];
}

/** What records bring for each stream. */
export function splitBodyParts(project: string, records: readonly OtelRecord[]): BodyPart[] {
  const parts = new Map<string, Part>();
  for (const record of records) {
    const name = streamOf(record);
    let part = parts.get(name);
    if (part === undefined) parts.set(name, (part = new Part()));
    part.add(record);
  }
  return [...parts].map(([name, part]) => ({
    stream: streamKey(project, name),
    records: part.records,
    sessions: [...part.sessions],
    marks: part.ids.map(markOf),
    ids: part.ids.map((id) => `span:${id}`),
  }));
}

class Part {
  records = 0;
  readonly sessions = new Set<string>();
  readonly ids: string[] = [];

  add(record: OtelRecord): void {
    this.records++;
    const session = readStatedSession(record);
    if (session !== undefined) this.sessions.add(session);
    // A log record has no id, so that none can come again and say something else.
    if (record.signal === "span") this.ids.push(record.spanId);
  }
}

const HALF = 8;

/** The id of a span in 32 bits. */
function markOf(id: string): number {
  return parseInt(id.slice(0, HALF), 16) ^ parseInt(id.slice(HALF), 16);
}
