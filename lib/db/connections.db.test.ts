import { run } from "graphile-worker";
import { describe, expect, it } from "vitest";
import { makeClient, makePool, openClient } from "./connections.mjs";

const url = process.env.DATABASE_URL ?? "";

/** Ends connections as an administrator does, or a server that is going down. */
async function ended(pids: readonly number[]): Promise<void> {
  const other = await openClient({ url, purpose: "test" });
  await other.query("SELECT pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) pid", [pids]);
  await other.end();
}

const PID = "SELECT pg_backend_pid() AS pid";

describe("a connection that is lost", () => {
  it("while nothing is asked of it ends nothing, and the next question says so", async () => {
    const client = await openClient({ url });
    const [{ pid }] = (await client.query<{ pid: number }>(PID)).rows as [{ pid: number }];
    const gone = new Promise((resolve) => client.once("end", resolve));
    await ended([pid]);
    await gone;
    await expect(client.query("SELECT 1")).rejects.toThrow(/not queryable|closed/);
    await client.end();
  });

  it("while somebody has taken it from its pool ends nothing, and the pool goes on", async () => {
    const pool = makePool({ url, max: 2 });
    const taken = await pool.connect();
    const [{ pid }] = (await taken.query<{ pid: number }>(PID)).rows as [{ pid: number }];
    const gone = new Promise((resolve) => taken.once("end", resolve));
    await ended([pid]);
    await gone;
    await expect(taken.query("SELECT 1")).rejects.toThrow();
    taken.release(true);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it("while it waits in its pool ends nothing, also after the library's runner has ended", async () => {
    const pool = makePool({ url, max: 6 });
    const runner = await run({ pgPool: pool, taskList: {}, parsedCronItems: [], noHandleSignals: true });
    await runner.stop();
    const [{ pid }] = (await pool.query<{ pid: number }>(PID)).rows as [{ pid: number }];
    const removed = new Promise((done) => pool.once("remove", done));
    await ended([pid]);
    await removed;
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it("says what it is for, and keeps the name of the version otherwise", async () => {
    const nameOf = async (client: ReturnType<typeof makeClient>) => {
      await client.connect();
      const { rows } = await client.query<{ application_name: string }>("SHOW application_name");
      await client.end();
      return rows[0]?.application_name;
    };
    expect(await nameOf(makeClient({ url, purpose: "backup" }))).toBe("backup of sightglass");
    expect(await nameOf(makeClient({ url, application_name: "sightglass 9" }))).toBe("sightglass 9");
  });
});
