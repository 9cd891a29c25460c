import pg from "pg";
import { afterAll, expect } from "vitest";
import { complaintsAbout } from "./judge";

/**
 * Checks every statement that a test file sends to the database for the rules that make it run alike on one server and
 * on a cluster. The client records the statements as it sends them. Files share the client, so it is changed only once.
 */
const shared = globalThis as { sightglassStatements?: Set<string> };
if (shared.sightglassStatements === undefined) noteStatements();
const statements = (shared.sightglassStatements ??= new Set());
statements.clear();

export function statementsSent(): readonly string[] {
  return [...statements];
}

function noteStatements(): void {
  const send = Reflect.get(pg.Client.prototype, "query") as (this: pg.Client, ...args: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === "string" ? asked : (asked as { text?: unknown } | null)?.text;
    if (typeof text === "string") shared.sightglassStatements?.add(text);
    return send.apply(this, args);
  });
}

afterAll(async () => {
  const refused: { sql: string; because: string[] }[] = [];
  for (const sql of statements) {
    const because = await complaintsAbout(sql);
    if (because.length > 0) refused.push({ sql, because });
  }
  expect(refused).toEqual([]);
});
