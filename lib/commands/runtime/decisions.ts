import type { StepOf } from "@/lib/access/step-of";
import { sayFailure } from "@/lib/db/say-failure";
import { setTimeout as wait } from "node:timers/promises";
import { groupBy } from "@/lib/core/group-by";
import type { TraceEvent } from "@/lib/core/trace/event";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { eventCommits } from "@/lib/pipeline/receive/commits";
import { sizeOfEvent } from "@/lib/pipeline/receive/size-of-event";

interface Gathering {
  readonly db: Database;
  readonly events: Map<string, TraceEvent[]>;
  timer: NodeJS.Timeout | undefined;
  readonly underWay: Set<Promise<unknown>>;
}

/** A commit, a job and a derivation cost more than the question, so decisions within this time share them. */
const GATHER_MS = 1_000;
const GATHER_EVENTS_MAX = 500;
/**
 * While the database is away, decisions wait for it: the pause between attempts, how long they wait, and how
 * many.
 */
const RETRY_MS = 2_000;
const RETRIES_MAX = 300;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Global to the process, because the server that stops it and the routes that decide are in different
 * bundles.
 */
const shared = globalThis as { sightglassDecisions?: Map<Database, Gathering> };

/**
 * Records decisions soon, together with others of the same moment. The caller does not wait for the disk.
 * While the database, or the node with the session, is away, they stay in memory and are tried again.
 */
export function keepSoon({
  ctx: { db, project },
  input: events,
}: StepOf<"db" | "project", readonly TraceEvent[]>): void {
  const mine = findGathering(db);
  const waiting = mine.events.get(project) ?? [];
  waiting.push(...events);
  mine.events.set(project, waiting);
  if (waiting.length >= GATHER_EVENTS_MAX) keepNow(mine);
  else mine.timer ??= setTimeout(() => keepNow(mine), GATHER_MS);
}

/** Waits until all decisions so far are on disk. */
export async function waitForDecisions(): Promise<void> {
  for (const mine of shared.sightglassDecisions?.values() ?? []) {
    keepNow(mine);
    await Promise.all(mine.underWay);
  }
}

function findGathering(db: Database): Gathering {
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
  for (const [project, all] of mine.events)
    // One session at a time: its node can be away while the nodes of others are there.
    for (const [, events] of groupBy(all, ({ session }) => session)) {
      const work: Promise<unknown> = keep(mine.db, project, events)
        .catch((error: unknown) => sayFailure("decisions of the runtime were not kept", error))
        .finally(() => mine.underWay.delete(work));
      mine.underWay.add(work);
    }
  mine.events.clear();
}

let waitingBytes = 0;

/** @throws what the log throws, when the cause is permanent or has lasted too long */
async function keep(db: Database, project: string, events: readonly TraceEvent[]): Promise<void> {
  const size = events.reduce((sum, event) => sum + sizeOfEvent(event), 0);
  for (let tries = 1; ; tries++) {
    try {
      await eventCommits.add(db, project, events, size);
      return;
    } catch (error) {
      const mayPass = isDatabaseAway(error) || (error instanceof AppError && error.retryAfterS !== null);
      if (!mayPass || tries > RETRIES_MAX || waitingBytes + size > WAITING_BYTES_MAX) throw error;
    }
    waitingBytes += size;
    await wait(RETRY_MS, undefined, { ref: false });
    waitingBytes -= size;
  }
}
