import { sayFailure } from "@/lib/db/say-failure";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { addJobs } from "./add-jobs";
import type { Job } from "./job";

/** How long a request counts against its project. */
const SPAN_MS = 5_000;
const STEPS_MAX = 15;
const PROJECTS_MAX = 10_000;

interface Asks {
  count: number;
  since: number;
}

/**
 * Counts recent requests per project. With every doubling, a project's jobs move one step back in the order,
 * so that many requests of one do not delay the others.
 */
export class Shares {
  private readonly asks = new Map<string, Asks>();

  note(project: string, now: number): number {
    const asks = this.asks.get(project) ?? { count: 0, since: now };
    const age = Math.max(0, now - asks.since);
    const count = asks.count * Math.max(0, 1 - age / SPAN_MS) + 1;
    this.asks.delete(project);
    this.asks.set(project, { count, since: now });
    const oldest = this.asks.keys().next().value;
    if (this.asks.size > PROJECTS_MAX && oldest !== undefined) this.asks.delete(oldest);
    return Math.min(STEPS_MAX, Math.floor(Math.log2(count) / 2));
  }
}

const shares = new Shares();
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
  for (const job of jobs)
    if (!mine.jobs.has(job.key))
      mine.jobs.set(job.key, { ...job, priority: job.priority + shares.note(job.project, Date.now()) });
  if (mine.jobs.size > 0) mine.sending ??= send(db, mine).finally(() => (mine.sending = null));
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
