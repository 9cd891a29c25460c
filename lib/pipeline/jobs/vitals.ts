import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Queryable } from "@/lib/db/client";

/** The first half of the advisory locks that say which workers live, and of those that say what is being worked on. */
const LIVES = 1_397_509_960;
const WORKS = 1_397_509_961;
/** A job that was taken this moment may belong to a worker whose lock is on its way. */
const YOUNG_S = 1;
/** When another process works on the same thing. */
const BUSY_MS = 250;

/**
 * Says that workers of this process live and what they work on: by locks that the database lets go of when the process is
 * gone, however it ended. When the connection is lost so are the locks, and whoever had them begins a new life.
 */
export class Vitals {
  private readonly works = new Set<string>();
  private readonly next = new Map<string, () => void>();
  /** The connection is asked one thing at a time. */
  private asked: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: pg.Client) {}

  /** @param onLost is told when the connection ends without having been asked to */
  static async connect(url: string, onLost: () => void): Promise<Vitals> {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on("error", () => undefined);
    await client.connect();
    client.once("end", onLost);
    return new Vitals(client);
  }

  /** Adds a worker, by the name under which it takes jobs. */
  add(id: string): void {
    this.lock("pg_try_advisory_lock", LIVES, id).catch(() => undefined);
  }

  /**
   * Does work on a thing that nobody else is working on. When somebody is, it is left and asked for again: as soon as this
   * process is done with the thing, or a moment later when another process has it.
   * @param ask asks for the work; a process that ends before is no harm, as others look what is to do
   */
  async alone(thing: string, work: () => Promise<void>, ask: () => void): Promise<void> {
    if (this.works.has(thing)) return void this.next.set(thing, ask);
    this.works.add(thing);
    try {
      if (await this.lock("pg_try_advisory_lock", WORKS, thing))
        await work().finally(() => this.unlock(thing));
      else void wait(BUSY_MS, undefined, { ref: false }).then(ask);
    } finally {
      this.works.delete(thing);
      this.next.get(thing)?.();
      this.next.delete(thing);
    }
  }

  async stop(): Promise<void> {
    this.client.removeAllListeners("end");
    await this.client.end().catch(() => undefined);
  }

  private async unlock(thing: string): Promise<void> {
    await this.lock("pg_advisory_unlock", WORKS, thing).catch(() => false);
  }

  private async lock(
    how: "pg_try_advisory_lock" | "pg_advisory_unlock",
    what: number,
    name: string,
  ): Promise<boolean> {
    const ask = () =>
      this.client.query<{ done: boolean }>(`SELECT ${how}($1::int, hashtext($2)) AS done`, [what, name]);
    const answer = this.asked.then(ask);
    this.asked = answer.catch(() => undefined);
    return (await answer).rows[0]?.done === true;
  }
}

/** Gives back the jobs of workers that are gone, so that others take them on. @returns how many such workers there were */
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
