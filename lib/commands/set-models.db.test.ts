import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addPerson, addProject, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker } from "@/lib/testing/worker";

testWorker();
const db = testDatabase();
inTeamMode();

const MODEL = "house-model-1";
const WINDOW = 12_345;

it("setting the figures of a model has a worker derive and analyse the project's sessions again", async () => {
  const project = await addProject(db);
  const owner = await addPerson(db, project, "owner");
  const events = trace("own-model", { model: MODEL })
    .turn((t) => t.user("Look."))
    .events();
  await appendEvents(db, project, events, "refuse");
  const key = makeSessionKey(project, "own-model");
  await analyseSession(db, key);
  const windows = async () =>
    (await db.turn.findMany({ where: { sessionId: key } })).map((turn) => turn.contextWindow);
  expect(await windows()).toEqual([null]);
  const response = await callRoute(endpointOf("PUT", "/api/v1/models"), {}, "", {
    method: "PUT",
    headers: { ...owner.headers, "content-type": "application/json" },
    body: JSON.stringify({ models: [{ model: MODEL, contextWindow: WINDOW }] }),
  });
  expect(response.status).toBe(200);
  await expect.poll(windows).toEqual([WINDOW]);
  const entries = await db.auditEntry.findMany({ where: { projectId: project, action: "models.changed" } });
  expect(entries).toMatchObject([{ actor: owner.email, detail: { models: MODEL } }]);
});
