import { sayFailure } from "@/lib/db/say-failure";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { openDatabase } from "@/lib/db/client";
import { fullDisk } from "@/lib/db/disk-room.mjs";
import type { JobSlots } from "./job-slots";
import { openJobSlots } from "./job-slots";
import { sweep, sweepOutdated } from "./sweep";
import type { Tasks } from "./tasks";
import { waitForWork } from "@/lib/jobs/add-jobs";

/** While one job waits for the database, another computes. */
const CONCURRENCY = 3;
const SWEEP_EVERY_MS = 2_000;
const OUTDATED_EVERY_MS = 30_000;
const RESTART_MS = 500;

export interface WorkerOptions {
  readonly url: string;
  readonly tasks: Tasks;
  readonly concurrency?: number;
}

export interface RunningWorker {
  stop(): Promise<void>;
}

/**
 * Takes jobs as they arrive, and checks every two seconds for work without a job. Continues after the
 * database was away.
 */
export async function startWorker({
  url,
  tasks,
  concurrency = CONCURRENCY,
}: WorkerOptions): Promise<RunningWorker> {
  const db = openDatabase(url);
  const stopping = new AbortController();
  const begin = () => openJobSlots({ db, url, tasks, concurrency });
  const lives = keepLiving(await begin(), begin, stopping.signal);
  const looks = lookEvery(db, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([lives, looks]);
      await waitForWork(db);
      await db.$disconnect();
    },
  };
}

/**
 * The running jobs of closed slots finish while the next ones are open. None begin, and a running one ends, while the disk
 * of the database is full.
 */
async function keepLiving(
  first: JobSlots,
  begin: () => Promise<JobSlots>,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const endings = new Set<Promise<void>>();
  for (let slots: JobSlots | null = first; ;) {
    if (slots !== null) {
      const over = new AbortController();
      await Promise.race([slots.over, stopped, waitUntilDiskIsFull(over.signal)]);
      over.abort();
      const ending: Promise<void> = slots.end().finally(() => endings.delete(ending));
      endings.add(ending);
    }
    if (signal.aborted) break;
    await wait(RESTART_MS);
    slots = fullDisk() === null ? await begin().catch(() => null) : null;
  }
  await Promise.all(endings);
}

async function waitUntilDiskIsFull(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && fullDisk() === null) await wait(RESTART_MS, undefined, { ref: false });
}

async function lookEvery(db: Database, signal: AbortSignal): Promise<void> {
  for (let outdatedAt = 0; !signal.aborted;) {
    try {
      if (fullDisk() === null) await sweep(db);
      if (fullDisk() === null && performance.now() > outdatedAt) {
        outdatedAt = performance.now() + OUTDATED_EVERY_MS;
        await sweepOutdated(db);
      }
    } catch (error) {
      if (!signal.aborted) sayFailure("a worker could not look for what is to do", error);
    }
    await wait(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
