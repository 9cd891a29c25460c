import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { getDatabaseUrl } from "./client";
import { vacuumTables, readTableRooms } from "./vacuum";

const db = testDatabase();
const TABLE = "mostly_deleted";

it("the room of deleted rows goes back to the disk, and what is left stays", async () => {
  await db.$executeRawUnsafe(`CREATE TABLE ${TABLE} (n int, text text)`);
  await db.$executeRawUnsafe(
    `INSERT INTO ${TABLE} SELECT n, repeat(md5(n::text), 30) FROM generate_series(1, 40000) n`,
  );
  await db.$executeRawUnsafe(`DELETE FROM ${TABLE} WHERE n <= 39000`);
  const [given] = await vacuumTables(getDatabaseUrl(), { tables: [TABLE], of: "deleted" });
  expect(given?.before).toBeGreaterThan(30_000_000);
  expect(given?.after).toBeLessThan(2_000_000);
  const [room] = await readTableRooms(db, [TABLE]);
  expect(room?.used).toBeLessThanOrEqual((room?.bytes ?? 0) * 1.1);
  expect(await db.$queryRawUnsafe(`SELECT count(*)::int AS n FROM ${TABLE}`)).toEqual([{ n: 1_000 }]);
  expect(await vacuumTables(getDatabaseUrl(), { tables: [TABLE] })).toEqual([]);
  await db.$executeRawUnsafe(`DROP TABLE ${TABLE}`);
});
