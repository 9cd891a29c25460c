import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { complaintsAboutMigration } from "./migration";

const MIGRATIONS = readdirSync("prisma/migrations").filter((name) => !name.endsWith(".toml"));

const REFUSED = {
  "a key in place of another":
    'ALTER TABLE "edge" DROP CONSTRAINT "edge_pkey", ADD CONSTRAINT "edge_pkey" PRIMARY KEY ("session_id", "no")',
  "a constraint with a column": 'ALTER TABLE "project" ADD COLUMN a int, ADD CONSTRAINT b CHECK (a > 0)',
  "a constraint of a table that is gone now":
    'ALTER TABLE "block_text" ADD COLUMN a int, ADD CONSTRAINT b CHECK (a > 0)',
  "a random value in each copy":
    'ALTER TABLE "membership" ADD COLUMN "a" uuid NOT NULL DEFAULT gen_random_uuid()',
  "a change of all sessions": "UPDATE session SET turns = 0",
};

describe("a migration", () => {
  it.each(MIGRATIONS)("works on a cluster: %s", async (name) => {
    const sql = readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");
    expect(await complaintsAboutMigration(sql)).toEqual([]);
  });

  it.each(Object.entries(REFUSED))("is refused for %s", async (_, sql) => {
    expect(await complaintsAboutMigration(sql)).not.toEqual([]);
  });

  it("may change what is on the coordinator as a single server does", async () => {
    const sql =
      'ALTER TABLE "stream" ADD COLUMN a uuid DEFAULT gen_random_uuid(), ADD CONSTRAINT b CHECK (seq > 0)';
    expect(await complaintsAboutMigration(sql)).toEqual([]);
  });
});
