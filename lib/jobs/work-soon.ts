import { sayFailure } from "@/lib/db/say-failure";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { addJobs } from "./add-jobs";
import { FairClock } from "./fair-clock";
import type { Job } from "./job";

/** A project, or an agent, that asks for more than so many jobs a second comes behind others. */
const JOBS_PER_S = 50;
const BEHIND_MS_MAX = 20_000;
const clock = new FairClock(1_000 / JOBS_PER_S, BEHIND_MS_MAX);
const AT_ONCE_MAX = 200;
const AFTER_FAILURE_MS = 500;

interface Waiting {
  readonly jobs: Map<string, Job>;
  sending: Promise<void> | null;
}

const waiting = new WeakMap<Database, Waiting>();

/**
 * Asks for jobs without making the caller wait. Jobs that arrive during a statement go into the next one,
 * each once. If this process ends, other workers find the work in the tables.
 */
export function workSoon(db: Database, jobs: readonly Job[]): void {
  const mine = waiting.get(db) ?? { jobs: new Map<string, Job>(), sending: null };
  waiting.set(db, mine);
  for (const job of jobs) if (!mine.jobs.has(job.key)) mine.jobs.set(job.key, inTurn(job));
  if (mine.jobs.size > 0) mine.sending ??= send(db, mine).finally(() => (mine.sending = null));
}

function inTurn(job: Job): Job {
  const now = performance.now();
  const behind = job.turns.map((name) => clock.note(name, now) / 1_000);
  return { ...job, afterS: job.afterS + Math.max(0, ...behind) };
}

/** Call it before a process ends. */
export async function workAskedFor(db: Database): Promise<void> {
  await waiting.get(db)?.sending;
}

async function send(db: Database, { jobs }: Waiting): Promise<void> {
  for (let failures = 0; jobs.size > 0 && failures < 2;) {
    const batch = [...jobs.values()].slice(0, AT_ONCE_MAX);
    for (const { key } of batch) jobs.delete(key);
    try {
      await addJobs(db, batch);
    } catch (error) {
      if (++failures === 2) sayFailure("jobs could not be asked for; workers find what is to do", error);
      for (const job of batch) jobs.set(job.key, job);
      await wait(AFTER_FAILURE_MS);
    }
  }
  jobs.clear();
}
