import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeWellFormed } from "@/lib/core/trace/well-formed";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import type { Appended } from "@/lib/db/log/append";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents, retractSingle } from "@/lib/db/log/retract";
import { noteProjection } from "@/lib/db/raw/read";
import { streamKey } from "@/lib/db/raw/store";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveWritten } from "../derive/derive-written";
import { groupBy } from "@/lib/core/group-by";
import type { OtelProjection } from "@/lib/importers/otel/project";
import { PROJECTED_ID_PREFIX } from "@/lib/importers/otel/project";
import { streamOf } from "../records/stream-of";
import { WarningSet } from "../records/warnings";
import type { NewEvents, Run } from "./new-events";
import { noteMissing } from "./note-missing";
import { PROCESS_ID, remember } from "./remembered";

const EVENTS_PER_WRITE = 500;

export interface ChangedSessions {
  readonly behind: readonly string[];
  readonly derived: readonly string[];
  readonly born: readonly string[];
}

export const UNCHANGED: ChangedSessions = { behind: [], derived: [], born: [] };

/** Writes all or nothing, then remembers the groups. */
export async function writeGrown(
  { db, project, models, notes }: Run,
  grown: readonly NewEvents[],
): Promise<ChangedSessions> {
  if (grown.length === 0) return UNCHANGED;
  const events = grown.flatMap(({ projection }) => projection.events);
  const removedEvents = grown.flatMap(({ projection }) => projection.removed);
  const changed = await writeGrowth(db, project, { events, removed: removedEvents }, models);
  const behind = new Set(changed.behind);
  for (const { group, projection, states, anew } of grown) {
    if (anew !== undefined)
      for (const key of await takeBackOthers(db, project, projection, anew.before, changed.born))
        behind.add(key);
    const sessions = listContributions(project, projection).filter(
      ({ stream, session }) => !group.contributions.has(`${stream} ${session}`),
    );
    await noteMissing(db, project, projection, anew?.warnings ?? new WarningSet());
    const note = { states, sessions, by: PROCESS_ID };
    if (anew === undefined || anew.before.length === 0) await notes.add(note);
    else await noteProjection(db, note);
    for (const { stream, session } of sessions) group.contributions.add(`${stream} ${session}`);
    remember(group);
  }
  const isDone = (key: string) => !behind.has(key);
  return {
    behind: [...behind],
    derived: changed.derived.filter(isDone),
    born: changed.born.filter(isDone),
  };
}

/** Writes to the log, and derives where this costs only the new events. */
export async function writeGrowth(
  db: Database,
  project: string,
  { events, removed }: Pick<OtelProjection, "events" | "removed">,
  models: readonly ModelSetting[],
): Promise<ChangedSessions> {
  const [behind, derived, born] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (let i = 0; i < events.length; i += EVENTS_PER_WRITE) {
    const sound = events.slice(i, i + EVENTS_PER_WRITE).map((event) => makeWellFormed(event).value);
    const appended = await appendDerived(db, project, sound, models);
    for (const key of appended.changed)
      (appended.born.has(key) ? born : appended.derived.has(key) ? derived : behind).add(key);
  }
  for (const [session, goneEvents] of groupBy(removed, (event) => event.session)) {
    const ids = goneEvents.map(({ id }) => id);
    if (await retractSingle(db, project, session, ids)) behind.add(makeSessionKey(project, session));
  }
  return { behind: [...behind], derived: [...derived], born: [...born] };
}

/** An event that cannot be derived is still written. Its derivation reports why. */
async function appendDerived(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  models: readonly ModelSetting[],
): Promise<Appended> {
  try {
    return await appendEvents(db, project, events, "replace", deriveWritten(project, models));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return appendEvents(db, project, events, "replace");
  }
}

/**
 * Withdraws events that a full projection no longer gives.
 * @param before the sessions that existed
 * @param born the keys of new sessions, of which nothing can be withdrawn
 * @returns the keys of the changed sessions
 */
async function takeBackOthers(
  db: Database,
  project: string,
  { events }: OtelProjection,
  before: readonly string[],
  born: readonly string[],
): Promise<string[]> {
  const bySession = groupBy(events, (event) => event.session);
  const isNew = new Set(born);
  const changed: string[] = [];
  for (const session of new Set([...before, ...bySession.keys()])) {
    if (isNew.has(makeSessionKey(project, session))) continue;
    const keep = (bySession.get(session) ?? []).map((event) => event.id);
    if (await retractEvents(db, project, session, PROJECTED_ID_PREFIX, keep))
      changed.push(makeSessionKey(project, session));
  }
  return changed;
}

function listContributions(
  project: string,
  { sources }: OtelProjection,
): { stream: string; session: string }[] {
  return [...sources].flatMap(([session, from]) =>
    [...new Set(from.map(streamOf))].map((name) => ({ stream: streamKey(project, name), session })),
  );
}
