import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { KeyScope, Role } from "@/lib/api/access";
import { ACCESS, KEY_SCOPES, findKeyScopes, isRoleIncluded, ROLES } from "@/lib/api/access";
import type { Endpoint } from "@/lib/api/endpoint";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addKey, addPerson, addProject, addSession, inTeamMode, TEAM_ORIGIN } from "@/lib/testing/team";

/**
 * Calls every route of the API description as every kind of caller, in team mode. The table of access says what is
 * allowed; this test checks that the routes obey it.
 */
const db = testDatabase();
inTeamMode();

interface Somebody {
  readonly headers: Readonly<Record<string, string>>;
  readonly role?: Role;
  readonly scopes?: readonly KeyScope[];
  /** A key for one agent. */
  readonly agent?: true;
  /** Signed in, and a member of no project. */
  readonly removed?: true;
}

const marker = `marker${randomUUID().slice(0, 8)}`;
const everybody = new Map<string, Somebody>();
let sessionId = "";

/** The sign-out route ends its caller's session, so it comes last. */
const routes = ENDPOINTS.toSorted(
  (a, b) => Number(a.path.includes("sign-out")) - Number(b.path.includes("sign-out")),
);

beforeAll(async () => {
  const project = await addProject(db);
  const other = await addProject(db);
  sessionId = await addSession(db, project, marker);
  for (const role of ROLES) everybody.set(role, { role, ...(await addPerson(db, project, role)) });
  everybody.set("another project's owner", { role: "owner", ...(await addPerson(db, other, "owner")) });
  for (const scope of KEY_SCOPES)
    everybody.set(`a key with the scope ${scope}`, {
      scopes: [scope],
      headers: await addKey(db, project, [scope]),
    });
  everybody.set("a key with every scope", {
    scopes: KEY_SCOPES,
    headers: await addKey(db, project, KEY_SCOPES),
  });
  everybody.set("a key for one agent", {
    scopes: ["ingest"],
    agent: true,
    headers: await addKey(db, project, ["ingest"], { agent: "billing" }),
  });
  const removed = await addPerson(db, project, "owner");
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: removed.email } });
  const demoted = await addPerson(db, project, "owner");
  const { id: demotedId } = await db.user.findUniqueOrThrow({ where: { email: demoted.email } });
  const keys = {
    "a key of somebody who was removed": await addKey(db, project, KEY_SCOPES, { giver: userId }),
    "a key that sends, of somebody who may only read": await addKey(db, project, KEY_SCOPES, {
      giver: demotedId,
    }),
  };
  everybody.set("a key that reads, of somebody who may only read", {
    scopes: ["read"],
    headers: await addKey(db, project, ["read"], { giver: demotedId }),
  });
  await db.membership.deleteMany({ where: { userId } });
  await db.membership.updateMany({ where: { userId: demotedId }, data: { role: "viewer" } });
  everybody.set("somebody who was removed", { removed: true, headers: removed.headers });
  everybody.set("somebody who was an owner", { role: "viewer", headers: demoted.headers });
  everybody.set("nobody known", { headers: { origin: TEAM_ORIGIN } });
  const ended = new Date(0);
  const unusable: Record<string, Record<string, string>> = {
    ...keys,
    "a made-up key": { authorization: "Bearer sgk_made-up" },
    "a secret for another service": { "x-api-key": "sk-ant-something" },
    "a revoked key": await addKey(db, project, KEY_SCOPES, { revokedAt: ended }),
    "an expired key": await addKey(db, project, KEY_SCOPES, { expiresAt: ended }),
    "a made-up cookie": { origin: TEAM_ORIGIN, cookie: "sightglass.session_token=made.up" },
  };
  for (const [name, headers] of Object.entries(unusable)) everybody.set(name, { headers });
});

function expected({ role, scopes, agent, removed }: Somebody, endpoint: Endpoint): "passes" | 401 | 403 {
  const needs = ACCESS[endpoint.scope];
  if (needs === null) return "passes";
  if (removed === true) return needs.role === null ? "passes" : 403;
  if (agent === true && endpoint.scope !== "send") return 403;
  if (scopes !== undefined)
    return findKeyScopes(needs)?.every((one) => scopes.includes(one)) === true ? "passes" : 403;
  if (role === undefined) return 401;
  return needs.role === null || isRoleIncluded(role, needs.role) ? "passes" : 403;
}

/**
 * Calls a route with unknown ids and without a body. A caller with the right gets an error about these, and nothing
 * changes.
 */
async function call(endpoint: Endpoint, somebody: Somebody, params: Record<string, string> = {}) {
  const names = Object.keys(endpoint.params.shape);
  const filled = Object.fromEntries(
    names.map((name) => [name, params[name] ?? (name === "turn" ? "1" : "none")]),
  );
  return callRoute(endpoint, filled, "", { headers: somebody.headers });
}

describe("another project's session", () => {
  it("does not exist for any route", async () => {
    const stranger = everybody.get("another project's owner") ?? { headers: {} };
    const ids = [sessionId, `${marker}-external`];
    for (const endpoint of ENDPOINTS.filter((e) => e.method === "GET" && e.path !== "/api/v1/sign-in/oidc"))
      for (const id of ids) {
        const response = await call(endpoint, stranger, { id, turn: "1", blockId: "result:c1" });
        const text = endpoint.path.includes("stream") ? "" : await response.text();
        expect({ path: endpoint.path, tells: text.includes(marker) }).toEqual({
          path: endpoint.path,
          tells: false,
        });
        if ("id" in endpoint.params.shape && endpoint.path.startsWith("/api/v1/sessions/{id}"))
          expect({ path: endpoint.path, status: response.status }).toMatchObject({
            status: expect.toSatisfy((status: number) => status === 404 || status === 400) as number,
          });
      }
  });

  it("cannot be changed by any route", async () => {
    const stranger = everybody.get("another project's owner") ?? { headers: {} };
    for (const endpoint of ENDPOINTS.filter((e) => e.method !== "GET" && "id" in e.params.shape)) {
      const response = await call(endpoint, stranger, { id: sessionId });
      expect({ path: endpoint.path, ok: response.ok }).toEqual({ path: endpoint.path, ok: false });
    }
    const owner = everybody.get("owner") ?? { headers: {} };
    const own = await call(endpointOf("GET", "/api/v1/sessions/{id}"), owner, { id: sessionId });
    expect(await own.json()).toMatchObject({ name: `${marker} name` });
  });

  it("is found by no filter", async () => {
    const list = endpointOf("GET", "/api/v1/sessions");
    const queries = {
      q: marker,
      text: marker,
      ids: sessionId,
      costs: "1",
      agent: `${marker} agent`,
      role: "any",
      from: "2000-01-01T00:00:00Z",
      to: "2100-01-01T00:00:00Z",
      outcome: "unknown",
      sort: "name",
      order: "asc",
      limit: "200",
      tag: "x",
      model: "x",
      format: "x",
      tool: "x",
      policy: "x",
      evidence: "absent",
      running: "1",
      pending: "1",
      finding: "call.duplicate",
      examples: "in",
      cursor: Buffer.from(JSON.stringify([null, "00000000-0000-0000-0000-000000000000"])).toString(
        "base64url",
      ),
    };
    const undeclared = Object.keys(list.query.shape).filter((name) => !(name in queries));
    expect(undeclared).toEqual([]);
    const stranger = everybody.get("another project's owner") ?? { headers: {} };
    for (const [name, value] of Object.entries(queries)) {
      const response = await callRoute(list, {}, `?${new URLSearchParams({ [name]: value })}`, {
        headers: stranger.headers,
      });
      expect({ name, body: await response.text() }).toMatchObject({
        body: expect.not.stringContaining(marker) as string,
      });
    }
    const owner = everybody.get("owner") ?? { headers: {} };
    const own = await callRoute(list, {}, `?q=${marker}`, { headers: owner.headers });
    expect(await own.json()).toMatchObject({ total: 1 });
  });

  it("cannot be read by choosing its project", async () => {
    const stranger = everybody.get("another project's owner") ?? { headers: {} };
    const project = (await db.session.findFirstOrThrow({ where: { externalId: `${marker}-external` } }))
      .projectId;
    const cookie = `${stranger.headers.cookie}; sightglass.project=${project}`;
    const response = await callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", {
      headers: { ...stranger.headers, cookie },
    });
    expect(await response.text()).not.toContain(marker);
  });
});

describe("every route", () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s lets pass whom it should",
    async (_, endpoint) => {
      for (const [name, somebody] of everybody) {
        const needsNothing = ACCESS[endpoint.scope] === null;
        if (needsNothing && somebody.role === undefined && somebody.scopes === undefined) continue;
        const response = await call(endpoint, somebody);
        const outcome = response.status === 401 || response.status === 403 ? response.status : "passes";
        await response.body?.cancel();
        expect({ name, outcome }).toEqual({ name, outcome: expected(somebody, endpoint) });
      }
    },
  );
});
