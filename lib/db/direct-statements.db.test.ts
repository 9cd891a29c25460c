import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { isDatabaseAway } from "./away";
import { openDatabase } from "./client";
import { Prisma, PrismaClient } from "./generated/client";
import { runInTransaction } from "./direct-statements";

const url = process.env.DATABASE_URL ?? "";
const db = testDatabase();
const engine = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) });
afterAll(() => engine.$disconnect());

const VALUES = `SELECT 7::int2 AS small, 2147483647 AS whole, 9007199254740993::int8 AS large, 1.5::float4 AS half, 0.1::float8 AS tenth,
  1234567890.123::numeric AS exact, true AS yes, 'é\u{1F600} ' AS words, 'x'::char(3) AS padded, 'name'::name AS named,
  '2026-02-03'::date AS day, '2026-02-03 04:05:06.789'::timestamp AS clock, '2026-02-03 04:05:06.789+02'::timestamptz AS moment,
  '{"a": [1, null, "b"]}'::jsonb AS document, '[1]'::json AS plain, 'null'::jsonb AS nothing_said, '\\x00ff10'::bytea AS bytes,
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid AS id, NULL::int AS nothing, 5::oid AS object,
  ARRAY[1, NULL, 3]::int[] AS wholes, ARRAY[9007199254740993]::int8[] AS larges, ARRAY[0.5]::float8[] AS halves,
  ARRAY['a,b', '"q"', NULL, '']::text[] AS texts, ARRAY['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']::uuid[] AS ids,
  ARRAY['2026-02-03 04:05:06+00']::timestamptz[] AS moments, ARRAY['{"a":1}']::jsonb[] AS documents, ARRAY[true, false] AS flags,
  ARRAY[1.25]::numeric[] AS exacts, '{}'::text[] AS none`;

/** The client gives a numeric as a decimal, `pg` as a number. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Prisma.Decimal) return value.toNumber();
  return value instanceof Uint8Array ? [...value] : value;
}

const plainBytes = (rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainOf(value)])));

describe("a statement written in SQL", () => {
  it("gives what Prisma's client gives, for each type of column", async () => {
    const [own, theirs] = [
      await db.$queryRawUnsafe<Record<string, unknown>[]>(VALUES),
      await engine.$queryRawUnsafe<Record<string, unknown>[]>(VALUES),
    ];
    expect(plainBytes(own)).toEqual(plainBytes(theirs));
    expect(await db.$queryRawUnsafe("SELECT 1 AS one WHERE false")).toEqual([]);
  });

  it("takes the parameters that Prisma's client takes", async () => {
    const sql = `SELECT $1::text AS words, $2::int8 AS large, $3::timestamptz AS moment, $4::bytea AS bytes, $5::jsonb AS document,
      $6::int[] AS wholes, $7::text[] AS texts, $8::timestamptz[] AS moments, $9::boolean AS yes, $10::float8 AS number,
      $11::int AS nothing, $12::uuid[] AS ids, $13::boolean[] AS flags`;
    const moment = new Date("2026-02-03T04:05:06.789Z");
    const values = [
      'a "quoted" \\ text, {with} all, NULL',
      9_007_199_254_740_993n,
      moment,
      Buffer.from([0, 255, 16]),
      JSON.stringify({ a: [1, null] }),
      [1, -2, null],
      ["a,b", '"', "\\", "", "NULL", "{}", null, "é\u{1F600}"],
      [moment],
      false,
      0.1,
      null,
      ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"],
      [true, false],
    ];
    const [own, theirs] = [
      await db.$queryRawUnsafe<Record<string, unknown>[]>(sql, ...values),
      await engine.$queryRawUnsafe<Record<string, unknown>[]>(sql, ...values),
    ];
    expect(plainBytes(own)).toEqual(plainBytes(theirs));
  });

  it("says how many rows it wrote", async () => {
    await runInTransaction(db, async (tx) => {
      await tx.$executeRawUnsafe("CREATE TEMP TABLE written (n int) ON COMMIT DROP");
      expect(await tx.$executeRawUnsafe("INSERT INTO written SELECT generate_series(1, $1::int)", 4)).toBe(4);
    });
  });

  it("is not mistaken for a database that is away where it is wrong", async () => {
    for (const sql of ["SELECT no_such_column", "SELECT 1/0", "SELECT no_such_function()"]) {
      const error: unknown = await db.$queryRawUnsafe(sql).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(isDatabaseAway(error)).toBe(false);
    }
  });
});

describe("a transaction", () => {
  const project = `transaction-${process.pid}`;
  const names = async () =>
    (
      await db.$queryRawUnsafe<{ name: string }[]>(
        "SELECT name FROM project WHERE id LIKE $1 ORDER BY name",
        `${project}%`,
      )
    ).map(({ name }) => name);
  const add = "INSERT INTO project (id, name) VALUES ($1, $2)";
  afterAll(() => db.$executeRawUnsafe("DELETE FROM project WHERE id LIKE $1", `${project}%`));

  it("does everything, or nothing when something fails", async () => {
    await runInTransaction(db, async (tx) => {
      await tx.$executeRawUnsafe(add, `${project}-1`, "first");
      await tx.$executeRawUnsafe(add, `${project}-2`, "second");
    });
    const failing = runInTransaction(db, async (tx) => {
      await tx.$executeRawUnsafe(add, `${project}-3`, "third");
      await tx.$queryRawUnsafe("SELECT 1/0");
    });
    await expect(failing).rejects.toThrow();
    const given = runInTransaction(db, async (tx) => {
      await tx.$executeRawUnsafe(add, `${project}-4`, "fourth");
      throw new Error("given up");
    });
    await expect(given).rejects.toThrow("given up");
    expect(await names()).toEqual(["first", "second"]);
  });

  it("ends when its time is over, and when no connection is free for it", async () => {
    const few = openDatabase(url, 1);
    const over = runInTransaction(
      few,
      async (tx) => {
        await tx.$executeRawUnsafe(add, `${project}-5`, "late");
        await tx.$queryRawUnsafe("SELECT pg_sleep(0.2)::text");
        await tx.$queryRawUnsafe("SELECT 1");
      },
      { timeout: 50 },
    );
    const waiting = runInTransaction(few, async () => undefined, { maxWait: 50 });
    const errors = await Promise.all([over, waiting].map((one) => one.catch((error: unknown) => error)));
    expect(errors.map(isDatabaseAway)).toEqual([true, true]);
    expect(await few.$queryRawUnsafe("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await few.$disconnect();
    expect(await names()).toEqual(["first", "second"]);
  });

  it("leaves no connection behind when its own is lost", async () => {
    const few = openDatabase(url, 1);
    const lost = runInTransaction(few, async (tx) => {
      const [row] = await tx.$queryRawUnsafe<{ pid: number }[]>("SELECT pg_backend_pid() AS pid");
      await db.$queryRawUnsafe("SELECT pg_terminate_backend($1::int, 5000)", row?.pid);
      await tx.$queryRawUnsafe("SELECT 1");
    });
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    expect(await few.$queryRawUnsafe("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await few.$disconnect();
  });
});
