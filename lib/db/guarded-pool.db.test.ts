import { expect, it } from "vitest";
import { makeGuardedPool } from "./guarded-pool";
import { placeEverywhere } from "./places";
import { NodeHangs, StatementGuard } from "./statement-guard";

it("a statement that a hanging node holds up is given up with its connection, and the pool goes on", async () => {
  let now = 0;
  const guard = new StatementGuard(
    {
      silentNodes: () => Promise.resolve([2]),
      nodesOf: (_table, keys) => Promise.resolve(new Map(keys.map((key) => [key, 2]))),
    },
    () => now,
  );
  const pool = makeGuardedPool({ url: process.env.DATABASE_URL ?? "", max: 1 }, guard);
  try {
    expect((await pool.query("SELECT $1::int AS one", [1])).rows).toEqual([{ one: 1 }]);
    const held = pool.query(placeEverywhere("SELECT pg_sleep(600), (SELECT count(*) FROM session) AS n"));
    const outcome = held.catch((error: unknown) => error);
    const after = pool.query("SELECT 2 AS two");
    // Until the statement is under way.
    await expect.poll(() => pool.waitingCount).toBe(1);
    for (now = 0; now <= 5_000; now += 500) await guard.checkWaiting();
    expect(await outcome).toBeInstanceOf(NodeHangs);
    expect((await after).rows).toEqual([{ two: 2 }]);
    const goesOn = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%pg_sleep(600)%' AND datname = current_database() AND pid <> pg_backend_pid()`;
    await expect.poll(async () => (await pool.query(goesOn)).rows).toEqual([{ n: 0 }]);
    const client = await pool.connect();
    await expect(client.query(placeEverywhere("SELECT 1 FROM session"))).rejects.toThrow("does not answer");
    expect((await client.query({ text: "SELECT $1::text AS three", values: ["3"] })).rows).toEqual([
      { three: "3" },
    ]);
    client.release();
  } finally {
    await pool.end();
  }
});
