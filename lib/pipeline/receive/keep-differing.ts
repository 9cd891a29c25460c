import { groupBy } from "@/lib/core/group-by";
import { keepDifferingEvents } from "@/lib/core/trace/merge/differing-event";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { readLog } from "@/lib/db/log/read";
import { makeSessionKey } from "@/lib/db/session-id";
import { eventCommits } from "./commits";
import { sizeOfEvent } from "./size-of-event";

/**
 * Keeps events with a stored id and other content beside the stored ones. When this returns they are on disk.
 * @returns for each event whether any of it was new
 */
export async function keepDiffering(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
): Promise<readonly boolean[]> {
  const keptEvents: TraceEvent[] = [];
  const from: TraceEvent[] = [];
  for (const [session, group] of groupBy(events, (event) => event.session)) {
    const stored = await readStoredUnder(db, project, session, new Set(group.map(({ id }) => id)));
    for (const event of group) {
      const before = stored.get(event.id);
      for (const beside of before === undefined ? [] : keepDifferingEvents(before, event)) {
        keptEvents.push(beside);
        from.push(event);
      }
    }
  }
  const size = keptEvents.reduce((sum, event) => sum + sizeOfEvent(event), 0);
  const verdicts = await eventCommits.add(db, project, keptEvents, size);
  const fresh = new Set(from.filter((_, i) => verdicts[i] === "accepted"));
  return events.map((event) => fresh.has(event));
}

async function readStoredUnder(
  db: Database,
  project: string,
  session: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, TraceEvent>> {
  const found = new Map<string, TraceEvent>();
  for await (const { events } of readLog(db, makeSessionKey(project, session), session)) {
    for (const { event } of events) if (ids.has(event.id)) found.set(event.id, event);
    if (found.size === ids.size) break;
  }
  return found;
}
