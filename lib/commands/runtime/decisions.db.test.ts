import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database, Queryable } from "@/lib/db/client";
import { makeSessionKey } from "@/lib/db/session-id";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { decisionsKept, keepSoon } from "./decisions";

const db = testDatabase();

function withNode(key: string, node: { isAway: boolean }): Database {
  const lost = Object.assign(new Error("connection to the remote node failed"), { code: "08006" });
  const asking = (tx: Queryable): Queryable["$queryRawUnsafe"] =>
    ((sql: string, ...values: unknown[]) =>
      node.isAway && values.includes(key)
        ? Promise.reject(lost)
        : tx.$queryRawUnsafe(sql, ...values)) as Queryable["$queryRawUnsafe"];
  const behind = <T extends object>(target: T, name: string, value: unknown) =>
    new Proxy(target, { get: (of, asked) => (asked === name ? value : Reflect.get(of, asked)) });
  const transaction = (work: (tx: Queryable) => Promise<unknown>, options: object) =>
    db.$transaction((tx) => work(behind(tx, "$queryRawUnsafe", asking(tx))), options);
  return behind(db, "$transaction", transaction);
}

const gate = (session: string): TraceEvent => ({
  type: "gate.checked",
  id: `gate-${session}`,
  session,
  at: 0,
  gate: "budget",
  passed: true,
  message: "fits",
});

it("are stored once when the node of their session is back, and those of other sessions do not wait for it", async () => {
  const project = freshProject();
  const node = { isAway: true };
  const database = withNode(makeSessionKey(project, "there"), node);
  const stored = async () => {
    const rows = await db.session.findMany({ where: { projectId: project }, orderBy: { externalId: "asc" } });
    return rows.map(({ externalId, lastSeq }) => [externalId, lastSeq]);
  };
  keepSoon({ ctx: { db: database, project }, input: [gate("there"), gate("here"), gate("there")] });
  const kept = decisionsKept();
  await expect.poll(stored).toEqual([["here", 1]]);
  node.isAway = false;
  await kept;
  expect(await stored()).toEqual([
    ["here", 1],
    ["there", 1],
  ]);
});
