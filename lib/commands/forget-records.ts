import type { StepIn } from "@/lib/access/step-of";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { readDeletedSessions, deletePart } from "@/lib/db/raw/delete";
import { readRecords, readRelatedStreams, streamStates } from "@/lib/db/raw/read";
import { extractTexts } from "@/lib/db/raw/tree";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { selectOtelRecords } from "@/lib/importers/otel/records-of";

/**
 * Deletes the received records of deleted sessions whose streams also hold other sessions. Nothing of the deleted ones
 * is left, and later records do not bring them back.
 */
export async function forgetRecords({ ctx: { db, project } }: StepIn<"db" | "project">): Promise<void> {
  const deletedSessions = await readDeletedSessions(db, project);
  const todo = new Set(deletedSessions.map(({ stream }) => stream));
  const sessions = new Set(deletedSessions.map(({ session }) => session));
  for (const stream of todo) {
    const related = await readRelatedStreams(db, project, [stream]);
    for (const otherStream of related) todo.delete(otherStream);
    await forgetIn(db, project, related, sessions);
  }
}

async function forgetIn(
  db: Database,
  project: string,
  streams: readonly string[],
  sessions: ReadonlySet<string>,
): Promise<void> {
  const states = await streamStates(db, streams);
  const keptRecords = await readRecords(db, streams);
  const doomed = selectOtelRecords(
    keptRecords.map(({ record }) => record as OtelRecord),
    sessions,
  );
  for (const [stream, records] of groupBy(keptRecords, (record) => record.stream)) {
    const texts = new Map<string, string>();
    const ids: string[] = [];
    for (const { id, record } of records) {
      if (doomed.has(record as OtelRecord)) ids.push(id);
      else extractTexts(record, texts);
    }
    const isDone = await deletePart(db, project, {
      stream,
      seq: states.get(stream) ?? 0,
      records: ids,
      textsKept: [...texts.keys()],
      sessions: [...sessions],
    });
    if (!isDone) return forgetIn(db, project, streams, sessions);
  }
}
