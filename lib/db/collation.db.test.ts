import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";

const db = testDatabase();

it("orders the names in lists in the same way on every server", async () => {
  const rows = await db.$queryRawUnsafe<{ name: string; collation: string | null }[]>(
    `SELECT table_name || '.' || column_name AS name, collation_name AS collation FROM information_schema.columns
     WHERE table_schema = current_schema() AND (table_name, column_name) IN (('session', 'name'), ('session', 'agent'),
       ('session', 'model'), ('session', 'outcome'), ('session', 'policy'), ('session', 'source_format'), ('project', 'name'))`,
  );
  expect(rows).toHaveLength(7);
  expect(rows.filter(({ collation }) => collation !== "C")).toEqual([]);
});
