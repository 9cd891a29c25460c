import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { IncidentResult } from "@/lib/api/endpoints/incidents";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { demoStory } from "@/lib/demo";
import { readIncidentPage } from "@/lib/queries/incidents/incident-page";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";

inTeamMode();
testWorker();
const db = testDatabase();
let editor: Person;
let id = "";
let project = "";
let external = "";
const incidents = "/api/v1/sessions/{id}/incidents";

beforeAll(async () => {
  project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  const marker = `m${randomUUID()}`;
  id = await addSession(db, project, marker);
  external = `${marker}-external`;
});

function send(
  path: string,
  body: object,
  params: Record<string, string> = {},
  method: "POST" | "PATCH" | "DELETE" = "POST",
): Promise<Response> {
  const init = { headers: editor.headers, body: JSON.stringify(body) };
  return callRoute(endpointOf(method, path), { id, ...params }, "", init);
}

async function mark(): Promise<string> {
  const made = await send(incidents, { title: "x", range: { from: 0, to: 2 } });
  return ((await made.json()) as IncidentResult).id;
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
    const refused = async (range: object) => {
      const { error } = (await (await send(incidents, { title: "x", range })).json()) as {
        error: { details: { path: string; message: string }[] };
      };
      return error.details.map(({ path, message }) => `${path} ${message}`);
    };
    expect(await refused({ from: 2, to: 1 })).toEqual(["range.to must not come before the first turn, 2"]);
    expect(await refused({ from: 50, to: 60 })).toEqual([
      expect.stringMatching(/^range the session has no turn in it; it has turns 0 to \d+$/),
    ]);
    expect(await refused({ since: "2026-05-20T06:00:00Z", until: "2026-05-20T05:00:00Z" })).toEqual([
      "range.until must not come before the beginning, 2026-05-20T06:00:00Z",
    ]);
    const made = await send(incidents, { title: "x", range: { from: 0, to: 0 } });
    const { id: incidentId } = (await made.json()) as IncidentResult;
    const late = await send(
      `${incidents}/{incidentId}/annotations`,
      { turn: 2, text: "late" },
      { incidentId },
    );
    expect(late.status).toBe(400);
  });

  it("refuses a pin that holds on to nothing of the session, by the field", async () => {
    const incidentId = await mark();
    const refused = async (note: object) => {
      const response = await send(`${incidents}/{incidentId}/annotations`, note, { incidentId });
      expect(response.status).toBe(400);
      return ((await response.json()) as { error: { message: string } }).error.message;
    };
    const note = { turn: 1, text: "x" };
    expect(await refused({ ...note, pin: "block", target: "nobody" })).toMatch(
      /^target: expected the id of a block/,
    );
    expect(await refused({ ...note, pin: "eviction", target: "result:c1" })).toMatch(
      /^target: .* in turn 1$/,
    );
    expect(await refused({ ...note, pin: "step", target: "none" })).toMatch(
      /^target: expected the id of a step/,
    );
    expect(await refused({ ...note, pin: "finding", target: "none" })).toMatch(/^target: expected the code/);
    expect(await refused({ ...note, turn: 9 })).toMatch(/^turn: expected one of the incident, 0 to 2$/);
    const annotations = [note, { ...note, pin: "block", target: "nobody" }];
    const made = await send(incidents, { title: "x", range: { from: 0, to: 2 }, annotations });
    expect(await made.json()).toMatchObject({
      error: { details: [{ path: "annotations[1].target", code: "invalid_pin" }] },
    });
  });

  it("takes what a pin may hold on to", async () => {
    const incidentId = await mark();
    const notes = [
      { turn: 0, text: "a turn" },
      { turn: 1, pin: "block", target: "result:c1", text: "a block" },
      { turn: 2, pin: "eviction", target: "result:c1", text: "an eviction" },
    ];
    for (const note of notes)
      expect((await send(`${incidents}/{incidentId}/annotations`, note, { incidentId })).status).toBe(200);
    const one = endpointOf("GET", `${incidents}/{incidentId}`);
    const told = await callRoute(one, { id, incidentId }, "?format=md", { headers: editor.headers });
    expect(await told.text()).toMatch(/an eviction \(on eviction of tool result of read/);
  });

  it("is changed in what is given, but not away from its notes", async () => {
    const incidentId = await mark();
    const note = { turn: 2, text: "here" };
    const annotated = await send(`${incidents}/{incidentId}/annotations`, note, { incidentId });
    const [annotation] = ((await annotated.json()) as IncidentResult).annotations;
    const change = (body: object) => send(`${incidents}/{incidentId}`, body, { incidentId }, "PATCH");
    expect(await (await change({ severity: "note" })).json()).toMatchObject({
      title: "x",
      severity: "note",
      from: 0,
      to: 2,
    });
    expect((await change({ range: { from: 1, to: 2 } })).status).toBe(200);
    const away = await change({ range: { from: 0, to: 1 } });
    expect(await away.json()).toMatchObject({
      error: { message: expect.stringMatching(/^range: .*turn 2/) as string },
    });
    const unknown = await change({ replays: ["rep_nobody"] });
    expect(await unknown.json()).toMatchObject({
      error: { message: expect.stringMatching(/^replays\[0\]: /) as string },
    });

    const at = `${incidents}/{incidentId}/annotations/{annotationId}`;
    const place = { incidentId, annotationId: annotation?.id ?? "" };
    expect(await (await send(at, { text: "there" }, place, "PATCH")).json()).toMatchObject({
      annotations: [{ text: "there", turn: 2 }],
    });
    expect(await (await send(at, {}, place, "DELETE")).json()).toMatchObject({ annotations: [] });
    expect((await send(at, {}, place, "DELETE")).status).toBe(404);
  });

  it("has replays as a part of it, in every form and in its shares", async () => {
    const incidentId = await mark();
    const replayed = await send("/api/v1/sessions/{id}/replay", { policies: [{ kind: "none" }] });
    const { id: replay } = (await replayed.json()) as { id: string };
    const attached = await send(
      `${incidents}/{incidentId}`,
      { replays: [replay, replay] },
      { incidentId },
      "PATCH",
    );
    expect(await attached.json()).toMatchObject({ replays: [replay] });
    const one = endpointOf("GET", `${incidents}/{incidentId}`);
    for (const format of ["md", "json", "html"]) {
      const told = await callRoute(one, { id, incidentId }, `?format=${format}`, { headers: editor.headers });
      expect(await told.text()).toMatch(/Under Append only, no use of evidence in this range/);
    }
    const shared = await send("/api/v1/sessions/{id}/shares", { incident: incidentId, content: "off" });
    const { token } = (await shared.json()) as { token: string };
    const opened = await callRoute(endpointOf("GET", "/api/v1/shares/{token}"), { token });
    expect(await opened.text()).toContain("Under Append only");
  });

  it("cannot be made of a finding that is not there", async () => {
    expect((await send(incidents, { finding: { code: "none", turn: 0 } })).status).toBe(404);
  });

  it("tells of the findings that the analysis stored, and of those found now after other thresholds", async () => {
    const gate = { id: "gate", session: external, at: Date.parse("2026-01-05T09:10:00Z") } as const;
    await appendEvents(
      db,
      project,
      [{ ...gate, type: "gate.checked", gate: "budget", passed: false, message: "It is full." }],
      "refuse",
    );
    await worked(db, project);
    const incidentId = await mark();
    const one = endpointOf("GET", `${incidents}/{incidentId}`);
    const told = async () => {
      const answer = await callRoute(one, { id, incidentId }, "?format=json", { headers: editor.headers });
      const { entries } = (await answer.json()) as { entries: { kind: string }[] };
      return entries.filter(({ kind }) => kind === "finding").length;
    };
    const all = await told();
    expect(all).toBeGreaterThan(0);
    const sessionId = makeSessionKey(project, external);
    await db.finding.deleteMany({ where: { sessionId } });
    expect(await told()).toBe(0);
    await db.session.update({ where: { sessionId }, data: { findingsStamp: "other" } });
    expect(await told()).toBe(all);
  });

  it("tells the same of an analysis that is stored as of one that is made anew", async () => {
    const events = demoStory("refund");
    await appendEvents(db, project, [...events], "refuse");
    await worked(db, project);
    const own = events[0]?.session ?? "";
    const sessionId = makeSessionKey(project, own);
    const dangling = await db.finding.findFirstOrThrow({ where: { sessionId, code: "evidence.dangling" } });
    const body = { finding: { code: dangling.code, turn: dangling.fromTurn } };
    const made = await callRoute(endpointOf("POST", incidents), { id: own }, "", {
      headers: editor.headers,
      body: JSON.stringify(body),
    });
    const { id: incident } = (await made.json()) as IncidentResult;
    const view = { turn: null, axis: "time", compress: false } as const;
    const read = () => readIncidentPage(db, project, own, { incident, view });
    const stored = await read();
    expect(stored.snapshot.lost).toHaveLength(1);
    expect(stored.pins.step.length).toBeGreaterThan(0);
    await db.session.update({ where: { sessionId }, data: { findingsStamp: "other" } });
    expect(await read()).toEqual(stored);
  });
});
