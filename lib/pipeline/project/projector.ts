import type { Database } from "@/lib/db/client";
import type { Call } from "@/lib/importers/otel/calls";
import { projectStreams } from "./project-streams";

interface Run {
  readonly streams: Set<string>;
  readonly done: Promise<readonly Call[]>;
}

interface Queue {
  current: Promise<unknown>;
  next: Run | null;
}

const queues = new Map<string, Queue>();
/** Runs of different projects at the same time: each holds a connection for its lock. */
const RUNS_MAX = 3;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Asks for the sessions of streams to be worked out. What is asked for while a run is under way is done together in the
 * next one, so a project that receives faster than it works out falls behind by one run and no more.
 */
export function projectSoon(
  db: Database,
  project: string,
  streams: readonly string[],
): Promise<readonly Call[]> {
  const queue = queues.get(project) ?? { current: Promise.resolve(), next: null };
  queues.set(project, queue);
  queue.next ??= planRun(db, project, queue);
  for (const stream of streams) queue.next.streams.add(stream);
  return queue.next.done;
}

function planRun(db: Database, project: string, queue: Queue): Run {
  const streams = new Set<string>();
  const done = queue.current.then(async () => {
    await slot();
    queue.next = null;
    try {
      return await projectStreams(db, project, [...streams]);
    } finally {
      freeSlot();
      if (queue.next === null) queues.delete(project);
    }
  });
  queue.current = done.catch(() => undefined);
  return { streams, done };
}

async function slot(): Promise<void> {
  if (running >= RUNS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
}

function freeSlot(): void {
  const next = waiting.shift();
  if (next === undefined) running--;
  else next();
}
