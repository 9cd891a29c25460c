import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database } from "@/lib/db/client";
import { eventCommits } from "@/lib/pipeline/receive/commits";
import { sizeOfEvent } from "@/lib/pipeline/receive/size-of-event";

/** Decisions that are not being written yet, by project. */
interface Gathering {
  readonly db: Database;
  readonly events: Map<string, TraceEvent[]>;
  timer: NodeJS.Timeout | undefined;
  readonly underWay: Set<Promise<unknown>>;
}

/** A commit, a job and a derivation cost more than the question, so decisions within this time share them. */
const GATHER_MS = 1_000;
const GATHER_EVENTS_MAX = 500;

/** Global to the process, because the server that stops it is another bundle than the routes that decide. */
const shared = globalThis as { sightglassDecisions?: Map<Database, Gathering> };

/** Records decisions soon, together with others of the same moment. The caller does not wait for the disk. */
export function keepSoon(db: Database, project: string, events: readonly TraceEvent[]): void {
  const mine = gatheringOf(db);
  const waiting = mine.events.get(project) ?? [];
  waiting.push(...events);
  mine.events.set(project, waiting);
  if (waiting.length >= GATHER_EVENTS_MAX) keepNow(mine);
  else mine.timer ??= setTimeout(() => keepNow(mine), GATHER_MS);
}

/** Waits until all decisions so far are on disk. */
export async function decisionsKept(): Promise<void> {
  for (const mine of shared.sightglassDecisions?.values() ?? []) {
    keepNow(mine);
    await Promise.all(mine.underWay);
  }
}

function gatheringOf(db: Database): Gathering {
  shared.sightglassDecisions ??= new Map();
  const known = shared.sightglassDecisions.get(db);
  if (known !== undefined) return known;
  const made: Gathering = { db, events: new Map(), timer: undefined, underWay: new Set() };
  shared.sightglassDecisions.set(db, made);
  return made;
}

function keepNow(mine: Gathering): void {
  clearTimeout(mine.timer);
  mine.timer = undefined;
  for (const [project, events] of mine.events) {
    const size = events.reduce((sum, event) => sum + sizeOfEvent(event), 0);
    const work: Promise<unknown> = eventCommits
      .add(mine.db, project, events, size)
      .catch((error: unknown) => console.error("decisions of the runtime were not kept:", error))
      .finally(() => mine.underWay.delete(work));
    mine.underWay.add(work);
  }
  mine.events.clear();
}
