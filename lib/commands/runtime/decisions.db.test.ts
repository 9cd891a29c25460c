import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeSessionKey } from "@/lib/db/session-id";
import { asCluster } from "@/lib/testing/cluster/as-cluster";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { waitForDecisions, keepSoon } from "./decisions";

const db = testDatabase();

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
  const key = makeSessionKey(project, "there");
  const database = asCluster(db, () => (node.isAway ? [key] : []));
  const stored = async () => {
    const rows = await db.session.findMany({ where: { projectId: project }, orderBy: { externalId: "asc" } });
    return rows.map(({ externalId, lastSeq }) => [externalId, lastSeq]);
  };
  keepSoon({ ctx: { db: database, project }, input: [gate("there"), gate("here"), gate("there")] });
  const kept = waitForDecisions();
  await expect.poll(stored).toEqual([["here", 1]]);
  node.isAway = false;
  await kept;
  expect(await stored()).toEqual([
    ["here", 1],
    ["there", 1],
  ]);
});
