import { run } from "graphile-worker";
import { expect, it } from "vitest";
import { openJobPool } from "./life";

it("goes on when a connection breaks after the library's runner has ended", async () => {
  const pool = openJobPool(process.env.DATABASE_URL ?? "");
  const runner = await run({ pgPool: pool, taskList: {}, parsedCronItems: [], noHandleSignals: true });
  await runner.stop();
  const idle = await pool.connect();
  idle.release();
  const ended = new Promise((done) => pool.once("remove", done));
  const [{ pid }] = (await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows as [
    { pid: number },
  ];
  const other = openJobPool(process.env.DATABASE_URL ?? "");
  await other.query("SELECT pg_terminate_backend($1::int, 5000)", [pid]);
  await ended;
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});
