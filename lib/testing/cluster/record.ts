import pg from "pg";
import { afterAll, expect } from "vitest";
import { complaintsAbout } from "./judge";

/**
 * Holds every statement that a test file has the database execute to what runs alike on one server and on a cluster. The
 * client notes them as they are sent, whoever wrote them. Files share the client, which is made to note once.
 */
const shared = globalThis as { sightglassStatements?: Set<string> };
if (shared.sightglassStatements === undefined) noteStatements();
const statements = (shared.sightglassStatements ??= new Set());
statements.clear();

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
