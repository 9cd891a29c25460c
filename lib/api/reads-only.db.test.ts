import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getDatabaseUrl } from "@/lib/db/client";
import { testDatabase } from "@/lib/testing/database";
import { callRoute } from "@/lib/testing/routes";
import { addSession } from "@/lib/testing/team";
import { withWorker, worked } from "@/lib/testing/worker";
import { ENDPOINTS } from "./endpoints";

const db = testDatabase();
const name = `read${randomUUID().slice(0, 8)}`;
const WRITES =
  /^\W*(?:\/\*[^*]*\*\/\s*)?(?:INSERT|UPDATE|DELETE|WITH\b[\s\S]*\b(?:INSERT INTO|DELETE FROM|UPDATE "?\w+"? (?:\w+ )?SET))\b/i;
/** The audit log counts reads that it names, such as exports, and writes them down a moment later. */
const AUDIT_LOG = /^\s*INSERT INTO audit_entry\b/;
const LOOKS_UP =
  /FROM "public"\."session" WHERE \("public"\."session"\."session_id" = \$1 AND "public"\."session"\."project_id" = \$2\)/;

/** Other files share the process, and may still write to databases of their own. */
const own = new URL(getDatabaseUrl()).pathname.slice(1);
let statements: string[] = [];
const send = Reflect.get(pg.Client.prototype, "query") as (this: pg.Client, ...args: unknown[]) => unknown;

beforeAll(async () => {
  await addSession(db, DEFAULT_PROJECT, name);
  await withWorker(() => worked(db, DEFAULT_PROJECT));
  Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === "string" ? asked : (asked as { text?: unknown } | null)?.text;
    if (typeof text === "string" && this.database === own && !AUDIT_LOG.test(text)) statements.push(text);
    return send.apply(this, args);
  });
});
afterAll(() => Reflect.set(pg.Client.prototype, "query", send));

const reads = ENDPOINTS.filter(({ method }) => method === "GET");

it.each(reads.map((endpoint) => [endpoint.path, endpoint] as const))(
  "GET %s writes nothing and looks its session up once",
  async (_, endpoint) => {
    statements = [];
    const params = { id: `${name}-external`, turn: "0", blockId: "result:c1" };
    const response = await callRoute(endpoint, params);
    await response.body?.cancel();
    expect(response.status).toBeLessThan(500);
    expect(statements.filter((text) => WRITES.test(text))).toEqual([]);
    expect(statements.filter((text) => LOOKS_UP.test(text)).length).toBeLessThanOrEqual(1);
  },
);

it("knows a write and a lookup when it sees them", async () => {
  expect(
    [
      'INSERT INTO "turn" VALUES (1)',
      "/* keep plan */ WITH a AS (SELECT 1) UPDATE session SET version = 1",
      'DELETE FROM "turn"',
    ].map((text) => WRITES.test(text)),
  ).toEqual([true, true, true]);
  expect(WRITES.test("SELECT updated_at FROM session WHERE session_id = $1 FOR UPDATE")).toBe(false);
  statements = [];
  await db.session.findFirst({ where: { sessionId: randomUUID(), projectId: DEFAULT_PROJECT } });
  expect(statements.filter((text) => LOOKS_UP.test(text))).toHaveLength(1);
});
