import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import type { Appended } from "@/lib/db/log/append";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents, retractSingle } from "@/lib/db/log/retract";
import { streamKey } from "@/lib/db/raw/store";
import { sessionKey } from "@/lib/db/session-id";
import { deriveWritten } from "../derive/derive-written";
import { groupBy } from "@/lib/core/group-by";
import type { OtelProjection } from "@/lib/importers/otel/project";
import { PROJECTED_ID_PREFIX } from "@/lib/importers/otel/project";
import { streamOf } from "../records/stream-of";

const EVENTS_PER_WRITE = 500;

export interface ChangedSessions {
  readonly behind: readonly string[];
  readonly derived: readonly string[];
  readonly born: readonly string[];
}

export const UNCHANGED: ChangedSessions = { behind: [], derived: [], born: [] };

/** Writes to the log, and derives where this costs only the new events. */
export async function writeGrowth(
  db: Database,
  project: string,
  { events, removed }: Pick<OtelProjection, "events" | "removed">,
  models: readonly ModelSetting[],
): Promise<ChangedSessions> {
  const [behind, derived, born] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (let i = 0; i < events.length; i += EVENTS_PER_WRITE) {
    const sound = events.slice(i, i + EVENTS_PER_WRITE).map((event) => wellFormed(event).value);
    const appended = await appendDerived(db, project, sound, models);
    for (const key of appended.changed)
      (appended.born.has(key) ? born : appended.derived.has(key) ? derived : behind).add(key);
  }
  for (const [session, gone] of groupBy(removed, (event) => event.session)) {
    const ids = gone.map(({ id }) => id);
    if (await retractSingle(db, project, session, ids)) behind.add(sessionKey(project, session));
  }
  return without({ behind: [...behind], derived: [...derived], born: [...born] }, behind);
}

/** @param behind sessions that are to be derived, whatever else became of them */
export function without({ derived, born }: ChangedSessions, behind: ReadonlySet<string>): ChangedSessions {
  const isDone = (key: string) => !behind.has(key);
  return { behind: [...behind], derived: derived.filter(isDone), born: born.filter(isDone) };
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
export async function takeBackOthers(
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
    if (isNew.has(sessionKey(project, session))) continue;
    const keep = (bySession.get(session) ?? []).map((event) => event.id);
    if (await retractEvents(db, project, session, PROJECTED_ID_PREFIX, keep))
      changed.push(sessionKey(project, session));
  }
  return changed;
}

export function contributionsOf(
  project: string,
  { sources }: OtelProjection,
): { stream: string; session: string }[] {
  return [...sources].flatMap(([session, from]) =>
    [...new Set(from.map(streamOf))].map((name) => ({ stream: streamKey(project, name), session })),
  );
}
