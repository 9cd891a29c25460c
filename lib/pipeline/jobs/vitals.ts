import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Queryable } from "@/lib/db/client";

/** The first half of the advisory locks that say which workers live. */
const LIVES = 1_397_509_960;
const RECONNECT_MS = 500;
/** A job that was taken this moment may belong to a worker whose lock is on its way. */
const YOUNG_S = 1;

/**
 * Says that workers of this process live: by a lock each that the database lets go of when the process is gone, however
 * it ended.
 */
export class Vitals {
  private readonly ids = new Set<string>();
  private client: pg.Client | null = null;
  private stopped = false;
  /** One question to the connection at a time. */
  private locking: Promise<void> = Promise.resolve();

  constructor(private readonly url: string) {}

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true });
    client.on("error", () => undefined);
    client.once("end", () => void this.restart());
    await client.connect();
    this.client = client;
    for (const id of this.ids) await this.lock(client, id);
  }

  /** Adds a worker, by the name under which it takes jobs. */
  add(id: string): void {
    this.ids.add(id);
    const { client } = this;
    if (client !== null) this.locking = this.locking.then(() => this.lock(client, id)).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async lock(client: pg.Client, id: string): Promise<void> {
    await client.query("SELECT pg_advisory_lock($1::int, hashtext($2))", [LIVES, id]);
  }

  private async restart(): Promise<void> {
    this.client = null;
    while (!this.stopped) {
      await wait(RECONNECT_MS);
      const done = await this.start().then(
        () => true,
        () => false,
      );
      if (done) return;
    }
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
