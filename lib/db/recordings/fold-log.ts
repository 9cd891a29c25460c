import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import { Fold } from "@/lib/core/trace/fold/fold";
import type { Queryable } from "../client";
import { runInSlices } from "../slices";
import type { LogPosition } from "../log/read";
import { LOG_START, readLog } from "../log/read";
import type { LiveFold } from "./fold-cache";
import { FoldTexts } from "./fold-texts";

export interface FoldStart {
  readonly superseded: number;
  readonly models: readonly ModelSetting[];
  readonly texts?: FoldTexts;
}

/** A fold that has read nothing of the log yet. */
export function newFold({ superseded, models, texts = new FoldTexts() }: FoldStart): LiveFold {
  const fold = new Fold({ models, onText: (hash, text) => texts.put(hash, text) });
  return { fold, position: LOG_START, superseded, texts };
}

/**
 * Takes the log up to an event and the rest of its batch, some thousand events at a time.
 * @returns `null` when an event belongs earlier than the fold; the fold must then be dropped
 */
export async function advanceFold(
  db: Queryable,
  key: string,
  externalId: string,
  from: LiveFold,
  until: number,
): Promise<LiveFold | null> {
  let { position } = from;
  if (position.seq >= until) return from;
  for await (const chunk of readLog(db, key, externalId, position, until)) {
    if (!(await runInSlices(from.fold.addInSteps(chunk.events.map(({ event }) => event))))) return null;
    position = chunk.position;
    if (position.seq >= until) break;
  }
  return { ...from, position };
}

/** Folds a log at once, in any order of its events. Holds all of it in memory. */
export async function foldAtOnce(
  db: Queryable,
  key: string,
  externalId: string,
  start: FoldStart,
): Promise<LiveFold> {
  const events: TraceEvent[] = [];
  let position: LogPosition = LOG_START;
  for await (const chunk of readLog(db, key, externalId)) {
    for (const { event } of chunk.events) events.push(event);
    position = chunk.position;
  }
  const begun = newFold(start);
  await runInSlices(begun.fold.addInSteps(events));
  return { ...begun, position };
}
