import type { TraceEvent } from "@/lib/core/trace/event";
import { Fold } from "@/lib/core/trace/fold/fold";
import type { FoldOptions } from "@/lib/core/trace/fold/state";
import type { Queryable } from "@/lib/db/client";
import type { LogPosition } from "@/lib/db/log/read";
import { LOG_START, readLog } from "@/lib/db/log/read";

/** A session's whole log, folded, and where in the log the fold stands. */
export interface FoldedLog {
  readonly fold: Fold;
  readonly position: LogPosition;
}

/**
 * Folds a session's log from its beginning, a few batches at a time; a log that is out of order is read again and
 * folded all at once.
 */
export async function foldLog(
  db: Queryable,
  key: string,
  externalId: string,
  options: FoldOptions = {},
): Promise<FoldedLog> {
  const fold = new Fold(options);
  let position: LogPosition = LOG_START;
  for await (const chunk of readLog(db, key, externalId)) {
    if (!fold.add(chunk.events.map(({ event }) => event))) return foldUnordered(db, key, externalId, options);
    position = chunk.position;
  }
  return { fold, position };
}

async function foldUnordered(
  db: Queryable,
  key: string,
  externalId: string,
  options: FoldOptions,
): Promise<FoldedLog> {
  const events: TraceEvent[] = [];
  let position: LogPosition = LOG_START;
  for await (const chunk of readLog(db, key, externalId)) {
    for (const { event } of chunk.events) events.push(event);
    position = chunk.position;
  }
  const fold = new Fold(options);
  fold.add(events);
  return { fold, position };
}
