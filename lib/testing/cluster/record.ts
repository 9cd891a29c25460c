import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { complaintsAbout } from "./judge";
import { hearStatements } from "./sent-statements";

/**
 * Checks every statement that a test file sends to the database for the rules that make it run alike on one server and
 * on a cluster. The client records the statements as it sends them. Files share the client, so it is changed only once.
 */
const shared = globalThis as {
  sightglassStatements?: Set<string>;
  sightglassComplaints?: Map<string, Promise<string[]>>;
};
if (shared.sightglassStatements === undefined)
  hearStatements((text) => shared.sightglassStatements?.add(text));
const statements = (shared.sightglassStatements ??= new Set());
statements.clear();
/** Many files send the same statements. */
const complaints = (shared.sightglassComplaints ??= new Map());

export function statementsSent(): readonly string[] {
  return [...statements];
}

/** They are sent whole, and have rules of their own: `migration.test.ts`. */
const MIGRATIONS: ReadonlySet<string> = new Set(
  readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")),
);

afterAll(async () => {
  const refused: { sql: string; because: string[] }[] = [];
  for (const sql of statements) {
    if (MIGRATIONS.has(sql)) continue;
    const judged = complaints.get(sql) ?? complaintsAbout(sql);
    complaints.set(sql, judged);
    const because = await judged;
    if (because.length > 0) refused.push({ sql, because });
  }
  expect(refused).toEqual([]);
});
