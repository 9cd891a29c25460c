import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents, retractSingle } from "@/lib/db/log/retract";
import { streamKey } from "@/lib/db/raw/store";
import { sessionKey } from "@/lib/db/session-id";
import { groupBy } from "@/lib/core/group-by";
import type { OtelProjection } from "@/lib/importers/otel/project";
import { PROJECTED_ID_PREFIX } from "@/lib/importers/otel/project";
import { streamOf } from "../receive/telemetry/stream-of";

const EVENTS_PER_WRITE = 500;

/** Writes what a projection has gained to the log. @returns the keys of the sessions whose log has changed */
export async function writeGrowth(
  db: Database,
  project: string,
  { events, removed }: OtelProjection,
): Promise<string[]> {
  const changed = new Set<string>();
  for (let i = 0; i < events.length; i += EVENTS_PER_WRITE) {
    const chunk = events.slice(i, i + EVENTS_PER_WRITE).map((event) => wellFormed(event).value);
    for (const key of (await appendEvents(db, project, chunk, "replace")).changed) changed.add(key);
  }
  for (const [session, gone] of groupBy(removed, (event) => event.session)) {
    const ids = gone.map(({ id }) => id);
    if (await retractSingle(db, project, session, ids)) changed.add(sessionKey(project, session));
  }
  return [...changed];
}

/**
 * Takes back what was worked out before and a projection of everything does not give.
 * @param before the sessions that there were
 * @returns the keys of the sessions that something was taken back from
 */
export async function takeBackOthers(
  db: Database,
  project: string,
  { events }: OtelProjection,
  before: readonly string[],
): Promise<string[]> {
  const bySession = groupBy(events, (event) => event.session);
  const changed: string[] = [];
  for (const session of new Set([...before, ...bySession.keys()])) {
    const keep = (bySession.get(session) ?? []).map((event) => event.id);
    if (await retractEvents(db, project, session, PROJECTED_ID_PREFIX, keep))
      changed.push(sessionKey(project, session));
  }
  return changed;
}

/** Which streams contributed to which sessions of a projection. */
export function contributionsOf(
  project: string,
  { sources }: OtelProjection,
): { stream: string; session: string }[] {
  return [...sources].flatMap(([session, from]) =>
    [...new Set(from.map(streamOf))].map((name) => ({ stream: streamKey(project, name), session })),
  );
}
