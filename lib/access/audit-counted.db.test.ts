import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addKey, addPerson, addProject, addSession, inTeamMode, TEAM_ORIGIN } from "@/lib/testing/team";
import { testWorker } from "@/lib/testing/worker";
import { writeCounted } from "./audit-counted";

inTeamMode();
testWorker();
const db = testDatabase();
const secret = `gh${"p"}_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}`;
let project: string;
let editor: Person;
let viewer: Person;
let id: string;

beforeAll(async () => {
  project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  viewer = await addPerson(db, project, "viewer");
  id = await addSession(db, project, `mail ada@example.org ${secret} ${randomUUID()}`);
});

const post = (path: string, params: Record<string, string>, headers: Record<string, string>, body: object) =>
  callRoute(endpointOf("POST", path), params, "", { headers, body: JSON.stringify(body) });

async function entries(where: object) {
  await writeCounted(db);
  return db.auditEntry.findMany({ where });
}

describe("the audit log", () => {
  it("says how much of what was found was revealed, by kind, and holds none of it", async () => {
    const shares = "/api/v1/sessions/{id}/shares";
    const preview = await post(`${shares}/preview`, { id }, editor.headers, {});
    const { hits } = (await preview.json()) as { hits: { id: string; value: string }[] };
    const reveal = hits.filter(({ value }) => value === secret).map((hit) => hit.id);
    expect(reveal.length).toBe(1);
    await post(shares, { id }, editor.headers, { reveal, passphrase: "correct horse" });
    const [entry] = await entries({ projectId: project, action: "share.created" });
    expect(entry?.detail).toMatchObject({
      content: "masked",
      revealed: 1,
      revealedKinds: "1 × GitHub token",
    });
    expect(JSON.stringify(entry)).not.toContain(secret);
  });

  it("says who opened shares and who guessed at their passphrases, from where, many as one", async () => {
    const made = await post("/api/v1/sessions/{id}/shares", { id }, editor.headers, {
      passphrase: "correct horse",
    });
    const { token, share } = (await made.json()) as { token: string; share: { id: string } };
    const open = (passphrase: string) =>
      callRoute(endpointOf("GET", "/api/v1/shares/{token}"), { token }, "", {
        headers: { "x-share-passphrase": passphrase, "x-sightglass-address": "203.0.113.77" },
      });
    for (const passphrase of ["wrong one", "wrong two", "correct horse"]) await open(passphrase);
    expect(await entries({ projectId: project, target: share.id, address: "203.0.113.77" })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "share.refused", count: 2 }),
        expect.objectContaining({ action: "share.opened", count: 1 }),
      ]),
    );
  });

  it("says who was refused: with a key, with a token, for their role, after too many attempts", async () => {
    const address = "203.0.113.78";
    const from = { origin: TEAM_ORIGIN, "x-sightglass-address": address };
    await callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", {
      headers: { authorization: "Bearer sgk_made-up", "x-sightglass-address": address },
    });
    await post("/api/v1/join", {}, from, { token: "bogus" });
    await post(
      "/api/v1/invitations",
      {},
      { ...viewer.headers, "x-sightglass-address": address },
      { role: "viewer" },
    );
    for (let i = 0; i < 6; i++)
      await post("/api/v1/sign-in", {}, from, { email: "a@example.com", password: "wrong" });
    const actions = (await entries({ address })).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        "key.refused",
        "join.failed",
        "access.refused",
        "attempts.limited",
        "sign-in.failed",
      ]),
    );
  });

  it("says who sent data without a key, failed to change a password, and had alerts tested", async () => {
    const at = "2026-03-01T09:00:00Z";
    const event = { id: randomUUID(), session: randomUUID(), at, type: "session.started" };
    await post("/api/v1/events", {}, editor.headers, { events: [event] });
    await post("/api/v1/password", {}, editor.headers, { current: "wrong one 1", next: "another one 22" });
    const owner = await addPerson(db, project, "owner");
    const made = await post("/api/v1/alerts/targets", {}, owner.headers, {
      name: "nobody",
      url: `https://nobody.invalid/${secret}`,
    });
    const target = (await db.alertTarget.findFirst({ where: { projectId: project } }))?.id ?? "";
    expect(made.status).toBe(200);
    await post("/api/v1/alerts/targets/{targetId}/test", { targetId: target }, owner.headers, {});
    const [message] = await db.alertMessage.findMany({ where: { projectId: project } });
    await post(
      "/api/v1/alerts/messages/{messageId}/retry",
      { messageId: message?.id ?? "" },
      owner.headers,
      {},
    );
    const written = await entries({ OR: [{ projectId: project }, { actor: editor.email }] });
    expect(written.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "data.sent",
        "password.refused",
        "alert-target.created",
        "alert-target.tested",
        "alert-message.retried",
      ]),
    );
    expect(JSON.stringify(written)).not.toContain(secret);
  });

  it("says who marked, annotated, exported, shared and revoked, and who had an agent replay", async () => {
    const one = await addPerson(db, project, "editor");
    const call = (method: string, path: string, params: Record<string, string>, body?: object, search = "") =>
      callRoute(endpointOf(method as "GET", path), { id, ...params }, search, {
        ...(method !== "GET" && { method }),
        headers: {
          ...one.headers,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const incidents = "/api/v1/sessions/{id}/incidents";
    const made = await call("POST", incidents, {}, { title: "Lost", range: { from: 0, to: 0 } });
    const incidentId = ((await made.json()) as { id: string }).id;
    const place = { incidentId };
    await call("PATCH", `${incidents}/{incidentId}`, place, { title: "Lost again" });
    await call("POST", `${incidents}/{incidentId}/annotations`, place, { text: secret, turn: 0 });
    await call("GET", `${incidents}/{incidentId}`, place, undefined, "?format=html");
    await call("DELETE", `${incidents}/{incidentId}`, place);
    await (await call("GET", "/api/v1/sessions/{id}/export", {})).text();
    const shared = await call("POST", "/api/v1/sessions/{id}/shares", {}, {});
    const shareId = ((await shared.json()) as { share: { id: string } }).share.id;
    await call("DELETE", "/api/v1/sessions/{id}/shares/{shareId}", { shareId });
    const params = { name: "replay_policies", arguments: { session: id } };
    await (await call("POST", "/mcp", {}, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).text();
    const written = await entries({ projectId: project, actor: one.email });
    expect(written.map(({ action }) => action).sort()).toEqual([
      "annotation.created",
      "incident.changed",
      "incident.created",
      "incident.deleted",
      "incident.exported",
      "member.joined",
      "replay.started",
      "session.exported",
      "share.created",
      "share.revoked",
    ]);
    expect(JSON.stringify(written)).not.toContain(secret);
  });

  it("says what retention and thresholds were before, and who had many sessions audited", async () => {
    const owner = await addPerson(db, project, "owner");
    const put = (path: string, body: unknown) =>
      callRoute(endpointOf("PUT", path), {}, "", {
        method: "PUT",
        headers: { ...owner.headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    for (const days of [30, 7]) expect((await put("/api/v1/retention", { days })).status).toBe(200);
    expect((await put("/api/v1/thresholds", { spikeTokens: 9_000 })).status).toBe(200);
    await post("/api/v1/audits", {}, owner.headers, { sample: 5 });
    const written = await entries({ projectId: project, actor: owner.email });
    const of = (name: string) => written.filter(({ action }) => action === name).map(({ detail }) => detail);
    expect(of("retention.changed")).toEqual(
      expect.arrayContaining([
        { now: "30 days", before: "for ever" },
        { now: "7 days", before: "30 days" },
      ]),
    );
    expect(of("thresholds.changed")).toEqual([{ spikeTokens: "4000 → 9000" }]);
    expect(of("audit.started")).toEqual([{ sessionsAtMost: 5 }]);
  });

  it("names of a refused request only what is no content", async () => {
    const blocks = "/api/v1/sessions/{id}/blocks/{blockId}";
    await callRoute(endpointOf("GET", blocks), { id, blockId: `file:${secret}` }, "", {
      headers: await addKey(db, project, ["ingest"]),
    });
    const written = await entries({ action: "access.refused" });
    expect(JSON.stringify(written)).not.toContain(secret);
    expect(written.map(({ target }) => target)).toContain(`GET /api/v1/sessions/${id}/blocks/{blockId}`);
  });

  it("says who replayed, and who brought files in", async () => {
    await post("/api/v1/sessions/{id}/replay", { id }, editor.headers, { policies: [{ kind: "recorded" }] });
    await callRoute(endpointOf("POST", "/api/v1/import"), {}, "?name=a.json", {
      headers: editor.headers,
      body: JSON.stringify({
        messages: [
          { role: "user", content: "hello" },
          { role: "assistant", content: "yes" },
        ],
      }),
    });
    const actions = (await entries({ projectId: project })).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["replay.started", "file.imported"]));
  });
});
