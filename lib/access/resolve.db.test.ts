import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { instance } from "@/lib/env";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addKey, addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";
import { REQUESTS_PER_ADDRESS_PER_MINUTE } from "@/lib/api/limits/access";
import { resolveCaller } from "./resolve";

const db = testDatabase();
inTeamMode();

const health = (headers: Record<string, string>) =>
  callRoute(endpointOf("GET", "/api/v1/health"), {}, "", { headers });

describe("too many requests", () => {
  it("from one address are refused with the time to wait, and those from another are not", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const from = { "x-sightglass-address": `192.0.2.1-${randomUUID()}` };
    const asking = { method: "GET", headers: new Headers(from) };
    const settings = instance();
    for (let i = 0; i < REQUESTS_PER_ADDRESS_PER_MINUTE * 3; i++)
      await resolveCaller(db, settings, asking).catch(() => null);
    const refused = await health(from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited" } });
    expect((await health({ "x-sightglass-address": "192.0.2.2" })).status).toBe(200);
    vi.useRealTimers();
  });
});

describe("a secret that is no key", () => {
  it("is refused, and does not fall back to the cookie beside it", async () => {
    const project = await addProject(db);
    const headers = { ...(await addKey(db, project, ["read"])), cookie: "sightglass.session_token=x" };
    const list = endpointOf("GET", "/api/v1/sessions");
    expect((await callRoute(list, {}, "", { headers })).status).toBe(200);
    expect(
      (await callRoute(list, {}, "", { headers: { ...headers, authorization: "Bearer x" } })).status,
    ).toBe(401);
  });
});

describe("a link to a session", () => {
  it("opens in its own project for a member of it, whichever was looked at, and for nobody else", async () => {
    const [project, other] = [await addProject(db), await addProject(db)];
    const id = await addSession(db, project, "linked");
    const person = await addPerson(db, project, "viewer");
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: person.email } });
    await db.membership.create({ data: { projectId: other, userId, role: "owner" } });
    const stranger = await addPerson(db, other, "owner");
    const open = (headers: Readonly<Record<string, string>>) =>
      callRoute(endpointOf("GET", "/api/v1/sessions/{id}"), { id }, "", {
        headers: {
          ...headers,
          cookie: `${headers.cookie}; sightglass.project=${other}`,
          "x-sightglass-path": `/api/v1/sessions/${id}`,
        },
      });
    expect((await open(person.headers)).status).toBe(200);
    expect((await open(stranger.headers)).status).toBe(404);
    const remove = await callRoute(endpointOf("DELETE", "/api/v1/sessions/{id}"), { id }, "", {
      headers: { ...person.headers, "x-sightglass-path": `/api/v1/sessions/${id}` },
    });
    expect(remove.status).toBe(403);
  });
});
