import { expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { readOnAllNodes } from "@/lib/testing/cluster/judge";
import { statementsSent } from "@/lib/testing/cluster/record";
import { testDatabase } from "@/lib/testing/database";
import { callRoute } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";

const db = testDatabase();

const PATH = "/api/v1/sessions/{id}";
const ID = "of-one-node";
const QUERIES: Readonly<Record<string, string>> = {
  [`${PATH}/facts`]: "?q=status",
  [`${PATH}/why`]: "?block=x&turn=0",
};
const PARAMS = { id: ID, turn: "0", blockId: "x", compaction: "0", replayId: "x", incidentId: "x" };
/** Sub-agents can be on any node: an overview lists them, and adds up what they cost. Without them it says so. */
const SUB_AGENTS = /"parent_id" (?:= |IN )/;

it("a session is read on the node that has it, whichever other is away", async () => {
  const story = trace(ID)
    .turn((t) => t.user("What is the status?"))
    .turn((t) => t.user("And now?"));
  await appendEvents(db, DEFAULT_PROJECT, story.events(), "refuse");
  const key = makeSessionKey(DEFAULT_PROJECT, ID);
  await deriveSession(db, key);
  await analyseSession(db, key);
  const before = new Set(statementsSent());
  const reads = ENDPOINTS.filter(
    ({ method, path }) => method === "GET" && path.startsWith(PATH) && !path.endsWith("/stream"),
  );
  for (const endpoint of reads) {
    const response = await callRoute(endpoint, PARAMS, QUERIES[endpoint.path]);
    expect([200, 400, 404], endpoint.path).toContain(response.status);
    await response.arrayBuffer();
  }
  const everywhere: string[] = [];
  for (const sql of statementsSent())
    if (!before.has(sql) && (await readOnAllNodes(sql)).length > 0) everywhere.push(sql);
  expect(everywhere.length).toBeGreaterThan(0);
  expect(everywhere.filter((sql) => !SUB_AGENTS.test(sql))).toEqual([]);
});
