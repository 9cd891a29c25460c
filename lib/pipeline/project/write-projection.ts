import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents, retractSingle } from "@/lib/db/log/retract";
import { streamKey } from "@/lib/db/raw/store";
import { sessionKey } from "@/lib/db/session-id";
import type { AddOptions } from "../derive/add-new-sessions";
import { addNewSessions } from "../derive/add-new-sessions";
import { DeriveWritten } from "../derive/derive-written";
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
  options: AddOptions,
): Promise<ChangedSessions> {
  const sound = events.map((event) => wellFormed(event).value);
  const { born, others } = await addNewSessions(db, project, sound, options);
  const behind = new Set<string>();
  const derived = new Set<string>();
  for (let i = 0; i < others.length; i += EVENTS_PER_WRITE) {
    const chunk = others.slice(i, i + EVENTS_PER_WRITE);
    const { changed, done } = await appendDerived(db, project, chunk, options.models);
    for (const key of changed) (behind.has(key) || !done.has(key) ? behind : derived).add(key);
  }
  for (const [session, gone] of groupBy(removed, (event) => event.session)) {
    const ids = gone.map(({ id }) => id);
    if (await retractSingle(db, project, session, ids)) behind.add(sessionKey(project, session));
  }
  const isDone = (key: string) => !behind.has(key);
  return { behind: [...behind], derived: [...derived].filter(isDone), born: born.filter(isDone) };
}

/** An event that cannot be derived is still written. Its derivation reports why. */
async function appendDerived(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  models: readonly ModelSetting[],
): Promise<{ readonly changed: readonly string[]; readonly done: ReadonlySet<string> }> {
  const alongside = new DeriveWritten(project, models);
  try {
    const { changed } = await appendEvents(db, project, events, "replace", alongside);
    return { changed, done: alongside.committed() };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { changed } = await appendEvents(db, project, events, "replace");
    return { changed, done: new Set() };
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
