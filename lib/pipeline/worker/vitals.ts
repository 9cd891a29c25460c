import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Queryable } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections.mjs";

/** The first half of the keys of advisory locks: for living workers, and for the things that they work on. */
const LIVES = 1_397_509_960;
const WORKS = 1_397_509_961;
/** The lock of a job's worker may not exist yet in the first moment. */
const YOUNG_S = 1;
/** The pause when another process works on the same thing. */
const BUSY_MS = 250;

/**
 * Shows which workers of this process live and what they work on, by locks that the database releases when
 * the process ends in any way. If the connection is lost, so are the locks, and their owner begins a new
 * life.
 */
export class Vitals {
  private readonly works = new Set<string>();
  private readonly next = new Map<string, () => void>();
  /** The connection gets one statement at a time. */
  private asked: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: pg.Client) {}

  static async connect(url: string, onLost: () => void): Promise<Vitals> {
    const client = await openClient({ url });
    client.once("end", onLost);
    return new Vitals(client);
  }

  add(id: string): void {
    this.lock("pg_try_advisory_lock", LIVES, id).catch(() => undefined);
  }

  /**
   * Works on a thing that nobody else is working on. Otherwise asks for the work again: when this process is
   * done with the thing, or a moment later when another process has it.
   * @param ask asks for the work; a process may end before, because others look for work too
   */
  async runAlone(workKey: string, work: () => Promise<void>, ask: () => void): Promise<void> {
    if (this.works.has(workKey)) return void this.next.set(workKey, ask);
    this.works.add(workKey);
    try {
      if (await this.lock("pg_try_advisory_lock", WORKS, workKey))
        await work().finally(() => this.unlock(workKey));
      else void wait(BUSY_MS, undefined, { ref: false }).then(ask);
    } finally {
      this.works.delete(workKey);
      this.next.get(workKey)?.();
      this.next.delete(workKey);
    }
  }

  async stop(): Promise<void> {
    this.client.removeAllListeners("end");
    await this.client.end().catch(() => undefined);
  }

  private async unlock(workKey: string): Promise<void> {
    await this.lock("pg_advisory_unlock", WORKS, workKey).catch(() => false);
  }

  private async lock(
    how: "pg_try_advisory_lock" | "pg_advisory_unlock",
    lockClass: number,
    name: string,
  ): Promise<boolean> {
    const ask = () =>
      this.client.query<{ done: boolean }>(`SELECT ${how}($1::int, hashtext($2)) AS done`, [lockClass, name]);
    const answer = this.asked.then(ask);
    this.asked = answer.catch(() => undefined);
    return (await answer).rows[0]?.done === true;
  }
}

/**
 * Frees the jobs of workers that are gone, so that others can take them.
 * @returns the number of lost workers
 */
export async function freeJobsOfTheDead(db: Queryable): Promise<number> {
  const dead = await db.$queryRawUnsafe<{ id: string }[]>(
    `SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND locked_at < now() - interval '${YOUNG_S} s' AND NOT EXISTS (
       SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database()
       WHERE locktype = 'advisory' AND classid::bigint = ${LIVES} AND objid::bigint = hashtext(locked_by)::bigint & 4294967295)`,
  );
  if (dead.length > 0)
    await db.$queryRawUnsafe(
      "SELECT graphile_worker.force_unlock_workers($1::text[])::text",
      dead.map(({ id }) => id),
    );
  return dead.length;
}
