import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import placement from "@/prisma/placement.json";
import { ANALYSED_TABLES, DERIVED_TABLES } from "./derived/tables";
import { SESSION_TABLES, STREAM_TABLES } from "./spread-tables";

/**
 * The rule that lets one schema run on one machine or many (prisma/placement.json), checked on the SQL that creates the
 * tables.
 */
const migrations = readdirSync("prisma/migrations")
  .filter((name) => !name.endsWith(".toml"))
  .sort();
const sql = migrations
  .map((name) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"))
  .join("\n");
const dropped = new Set([...sql.matchAll(/DROP TABLE "(\w+)";/g)].map(([, name]) => name));
const tables = [...sql.matchAll(/CREATE TABLE "(\w+)" \(([\s\S]*?)\n\);/g)]
  .map(([, name = "", body = ""]) => ({ name, body: body + columnsAdded(name) }))
  .filter(({ name }) => !dropped.has(name));
/** Received records. Only the coordinator knows which streams exist and what is pending in them. */
const perStream = tables
  .filter(({ name, body }) => body.includes('"stream_id"') && !placement.coordinator.includes(name))
  .map(({ name }) => name);
const perSession = tables.filter(({ body }) => body.includes('"session_id"')).map(({ name }) => name);

function columnsAdded(table: string): string {
  const changes = [...sql.matchAll(/ALTER TABLE "(\w+)"([^;]*ADD COLUMN[^;]*);/g)];
  return changes.flatMap(([, name, columns]) => (name === table ? [columns] : [])).join("\n");
}

describe("the keys of the tables", () => {
  it("begin with session_id in every per-session table", () => {
    const keys = tables
      .filter(({ name }) => perSession.includes(name))
      .map(({ name, body }) => ({ name, key: /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1] ?? "" }));
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter(({ key }) => !key.startsWith('"session_id"'))).toEqual([]);
  });

  it("that are unique, or lead to another table, begin with it too", () => {
    const unique = [...sql.matchAll(/CREATE UNIQUE INDEX "[^"]+" ON "(\w+)" ?\(([^)]*)\)/g)];
    const foreign = [...sql.matchAll(/ALTER TABLE "(\w+)" ADD CONSTRAINT "[^"]+" FOREIGN KEY \(([^)]*)\)/g)];
    const wrong = [...unique, ...foreign].filter(
      ([, table = "", columns = ""]) => perSession.includes(table) && !columns.startsWith('"session_id"'),
    );
    expect(wrong.map((match) => match[0])).toEqual([]);
  });

  it("say which tables a deleted session is deleted from: all of them", () => {
    expect(SESSION_TABLES.toSorted()).toEqual(perSession.toSorted());
  });

  it("begin with stream_id in every table of received records", () => {
    const keys = tables
      .filter(({ name }) => perStream.includes(name))
      .map(({ body }) => /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1] ?? "");
    expect(keys.filter((key) => !key.startsWith('"stream_id"'))).toEqual([]);
  });

  it("say which tables a deleted stream is deleted from: all of them", () => {
    expect(STREAM_TABLES.toSorted()).toEqual(perStream.toSorted());
  });

  it("give every table one place in a cluster: by session, by stream, everywhere or on the coordinator", () => {
    const { bySession, byStream, everywhere, coordinator } = placement;
    expect(bySession.toSorted()).toEqual(perSession.toSorted());
    expect(byStream.toSorted()).toEqual(perStream.toSorted());
    expect([...bySession, ...byStream, ...everywhere, ...coordinator].toSorted()).toEqual(
      [...tables.map(({ name }) => name), "_prisma_migrations"].toSorted(),
    );
  });
});

describe("the migrations of the schema", () => {
  it("lead to the schema as it stands", () => {
    expect(readFileSync("prisma/migrated.prisma", "utf8")).toBe(readFileSync("prisma/schema.prisma", "utf8"));
  });

  it("have the columns that derived rows are written to", () => {
    for (const { name, columns } of [...DERIVED_TABLES, ...ANALYSED_TABLES]) {
      const body = tables.find((table) => table.name === name)?.body ?? "";
      const missing = Object.keys(columns).filter(
        (field) => !body.includes(`"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`),
      );
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  });
});
