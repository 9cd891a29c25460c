import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { IncidentResult } from "@/lib/api/endpoints/incidents";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";

inTeamMode();
const db = testDatabase();
let editor: Person;
let id = "";
const incidents = "/api/v1/sessions/{id}/incidents";

beforeAll(async () => {
  const project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  id = await addSession(db, project, `m${randomUUID()}`);
});

function send(path: string, body: object, params: Record<string, string> = {}): Promise<Response> {
  const init = { headers: editor.headers, body: JSON.stringify(body) };
  return callRoute(endpointOf("POST", path), { id, ...params }, "", init);
}

describe("an incident", () => {
  it("is marked by turns or by wall-clock time, annotated, and exported", async () => {
    const byTurns = await send(incidents, { title: "Lost the rules", range: { from: 0, to: 1 } });
    const range = { since: "2026-01-05T09:00:30Z", until: "2026-01-05T09:05:00Z" };
    const byTime = await send(incidents, { title: "By time", severity: "serious", range });
    expect((await byTime.json()) as IncidentResult).toMatchObject({ from: 1, to: 2, severity: "serious" });
    const { id: incidentId } = (await byTurns.json()) as IncidentResult;
    const note = { turn: 1, pin: "block", target: "result:c1", text: "read here" };
    const annotated = await send(`${incidents}/{incidentId}/annotations`, note, { incidentId });
    expect(await annotated.json()).toMatchObject({
      annotations: [{ text: "read here", author: editor.email }],
    });
    const one = endpointOf("GET", `${incidents}/{incidentId}`);
    const markdown = await callRoute(one, { id, incidentId }, "?format=md", { headers: editor.headers });
    expect(await markdown.text()).toMatch(/# Lost the rules[\s\S]*\*\*Note:\*\* read here/);
  });

  it("needs turns in its range, and annotations within it", async () => {
    expect((await send(incidents, { title: "x", range: { from: 50, to: 60 } })).status).toBe(400);
    const made = await send(incidents, { title: "x", range: { from: 0, to: 0 } });
    const { id: incidentId } = (await made.json()) as IncidentResult;
    const late = await send(
      `${incidents}/{incidentId}/annotations`,
      { turn: 2, text: "late" },
      { incidentId },
    );
    expect(late.status).toBe(400);
  });

  it("cannot be made of a finding that is not there", async () => {
    expect((await send(incidents, { finding: { code: "none", turn: 0 } })).status).toBe(404);
  });
});
