import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createInvitation } from "@/lib/access/invitation";
import { testDatabase } from "@/lib/testing/database";
import type { IdentityProvider } from "@/lib/testing/servers/identity-provider";
import { startIdentityProvider } from "@/lib/testing/servers/identity-provider";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addPerson, addProject, cookiesOf, inTeamMode, TEAM_ORIGIN } from "@/lib/testing/team";

const db = testDatabase();
inTeamMode();

let provider: IdentityProvider;
let project: string;

beforeAll(async () => {
  provider = await startIdentityProvider("sightglass");
  vi.stubEnv("SIGHTGLASS_OIDC_ISSUER", provider.issuer);
  vi.stubEnv("SIGHTGLASS_OIDC_CLIENT_ID", "sightglass");
  vi.stubEnv("SIGHTGLASS_OIDC_CLIENT_SECRET", "secret");
  project = await addProject(db);
});
afterAll(() => provider.stop());

async function comeBack(
  claims: Partial<IdentityProvider["claims"]>,
  state?: string,
  next = "/settings",
): Promise<Response> {
  provider.claims = {
    sub: randomUUID(),
    email: "x@example.com",
    email_verified: true,
    name: "Grace",
    ...claims,
  };
  const start = await callRoute(
    endpointOf("GET", "/api/v1/sign-in/oidc"),
    {},
    `?${new URLSearchParams({ next })}`,
  );
  expect(start.status).toBe(302);
  const to = new URL(start.headers.get("location") ?? "");
  expect(to.origin).toBe(provider.issuer);
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  const code = to.searchParams.get("nonce") ?? "";
  const query = new URLSearchParams({ code, state: state ?? to.searchParams.get("state") ?? "" });
  return callRoute(endpointOf("GET", "/api/auth/callback/oidc"), {}, `?${query}`, {
    headers: { cookie: cookiesOf(start) },
  });
}

const isSignedIn = async (response: Response) =>
  (
    await callRoute(endpointOf("GET", "/api/v1/projects"), {}, "", {
      headers: { cookie: cookiesOf(response) },
    })
  ).status === 200;

describe("groups of the identity provider", () => {
  const roleOf = async (email: string, projectId = project) => {
    const user = await db.user.findUnique({ where: { email } });
    const key = { projectId, userId: user?.id ?? "" };
    return (await db.membership.findUnique({ where: { projectId_userId: key } }))?.role ?? null;
  };
  const groups = (method: "PUT" | "DELETE", body: object, headers: Readonly<Record<string, string>>) =>
    callRoute(endpointOf(method, "/api/v1/groups"), {}, "", { headers, body: JSON.stringify(body) });

  it("let people in without an invitation, with the greatest of their roles, in each project that knows one", async () => {
    const [owner, other] = [await addPerson(db, project, "owner"), await addProject(db)];
    const second = await addPerson(db, other, "owner");
    expect((await groups("PUT", { group: "/team/a", role: "viewer" }, owner.headers)).status).toBe(200);
    expect((await groups("PUT", { group: "leads", role: "editor" }, owner.headers)).status).toBe(200);
    expect((await groups("PUT", { group: "leads", role: "viewer" }, second.headers)).status).toBe(200);
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.com` };
    expect(await isSignedIn(await comeBack({ ...claims, groups: ["/team", "unknown"] }))).toBe(false);
    expect(await isSignedIn(await comeBack({ ...claims, groups: ["/team/a", "leads", 7] }))).toBe(true);
    expect([await roleOf(claims.email), await roleOf(claims.email, other)]).toEqual(["editor", "viewer"]);
    await comeBack({ ...claims, groups: "/team/a" });
    expect([await roleOf(claims.email), await roleOf(claims.email, other)]).toEqual(["viewer", null]);
    await comeBack(claims);
    expect(await roleOf(claims.email)).toBeNull();
    const log = await db.auditEntry.findMany({ where: { projectId: project, target: claims.email } });
    expect(log.map(({ action }) => action).sort()).toEqual([
      "member.changed",
      "member.joined",
      "member.removed",
    ]);
  });

  it("leave alone what an owner said of a person", async () => {
    const owner = await addPerson(db, project, "owner");
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.com` };
    await createInvitation(db, {
      projectId: project,
      role: "viewer",
      email: claims.email,
      giver: null,
    });
    await comeBack({ ...claims, groups: ["leads"] });
    expect(await roleOf(claims.email)).toBe("viewer");
    const grouped = { sub: randomUUID(), email: `${randomUUID()}@example.com` };
    await groups("PUT", { group: "kept", role: "viewer" }, owner.headers);
    await comeBack({ ...grouped, groups: ["kept"] });
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: grouped.email } });
    await callRoute(endpointOf("PATCH", "/api/v1/members/{userId}"), { userId }, "", {
      headers: owner.headers,
      body: '{"role":"editor"}',
    });
    await comeBack(grouped);
    expect(await roleOf(grouped.email)).toBe("editor");
  });

  it("change the role of their members at once, and let them go with the group", async () => {
    const owner = await addPerson(db, project, "owner");
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.com` };
    await groups("PUT", { group: "ops", role: "viewer" }, owner.headers);
    const back = await comeBack({ ...claims, groups: ["ops"] });
    await groups("PUT", { group: "ops", role: "editor" }, owner.headers);
    expect(await roleOf(claims.email)).toBe("editor");
    const list = await callRoute(endpointOf("GET", "/api/v1/members"), {}, "", { headers: owner.headers });
    const { members } = (await list.json()) as { members: { email: string; group: string | null }[] };
    expect(members.find(({ email }) => email === claims.email)?.group).toBe("ops");
    expect((await groups("DELETE", { group: "ops" }, owner.headers)).status).toBe(200);
    expect((await groups("DELETE", { group: "ops" }, owner.headers)).status).toBe(404);
    const read = () =>
      callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", { headers: { cookie: cookiesOf(back) } });
    expect((await read()).status).toBe(403);
  });

  it("count with an address that the provider has verified only", async () => {
    const claims = { email: `${randomUUID()}@example.com`, email_verified: false, groups: ["leads"] };
    expect(await isSignedIn(await comeBack(claims))).toBe(false);
  });
});

describe("the identity provider says that somebody was signed out", () => {
  const LOGOUT = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const say = (token: string) =>
    callRoute(endpointOf("POST", "/api/auth/logout/oidc"), {}, "", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams({ logout_token: token })),
    });

  it("and every session of theirs ends at once", async () => {
    const [sub, email] = [randomUUID(), `${randomUUID()}@example.com`];
    await createInvitation(db, { projectId: project, role: "viewer", email, giver: null });
    const browsers = [await comeBack({ sub, email }), await comeBack({ sub, email })];
    const away = await say(provider.sign({ sub, jti: randomUUID(), events: LOGOUT }));
    expect(away.status).toBe(200);
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(await comeBack({ sub, email }))).toBe(true);
  });

  it("in a token of its own that is for this, or nothing happens", async () => {
    const [sub, email] = [randomUUID(), `${randomUUID()}@example.com`];
    await createInvitation(db, { projectId: project, role: "viewer", email, giver: null });
    const browser = await comeBack({ sub, email });
    const good = { sub, jti: "1", events: LOGOUT };
    const [header = "", body = ""] = provider.sign(good).split(".");
    const stranger = await startIdentityProvider("sightglass");
    const tokens = [
      "",
      "not.a.token",
      `${header}.${body}.`,
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`,
      stranger.sign({ ...good, iss: provider.issuer }),
      provider.sign({ ...good, nonce: "n" }),
      provider.sign({ sub, jti: "1" }),
      provider.sign({ ...good, events: { other: {} } }),
      provider.sign({ ...good, aud: "another client" }),
      provider.sign({ ...good, iat: 1_000 }),
      provider.sign({ jti: "1", sid: "s", events: LOGOUT }),
    ];
    await stranger.stop();
    for (const token of tokens) expect((await say(token)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await say(provider.sign({ ...good, sub: "unknown" }))).status).toBe(200);
  });
});

describe("somebody who comes from the identity provider", () => {
  it("is let in where their address was invited, and again after that", async () => {
    const email = `${randomUUID()}@example.com`;
    await createInvitation(db, { projectId: project, role: "editor", email, giver: null });
    const claims = { sub: randomUUID(), email };
    const first = await comeBack(claims);
    expect(first.headers.get("location")).toContain("/settings");
    expect(await isSignedIn(first)).toBe(true);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    expect(await db.membership.findMany({ where: { userId: id } })).toMatchObject([
      { projectId: project, role: "editor" },
    ]);
    expect(await isSignedIn(await comeBack(claims))).toBe(true);
    const entries = await db.auditEntry.findMany({ where: { userId: id, action: "signed-in" } });
    expect(entries).toHaveLength(2);
  });

  it("is not let in without an invitation", async () => {
    const email = `${randomUUID()}@example.com`;
    const response = await comeBack({ email });
    expect(await isSignedIn(response)).toBe(false);
    expect(response.headers.get("location")).toContain("/sign-in?error=");
    expect(await db.user.count({ where: { email } })).toBe(0);
  });

  it("is not let in by an address that was not verified", async () => {
    const email = `${randomUUID()}@example.com`;
    await createInvitation(db, { projectId: project, role: "owner", email, giver: null });
    expect(await isSignedIn(await comeBack({ email, email_verified: false }))).toBe(false);
    expect(await db.user.count({ where: { email } })).toBe(0);
  });

  it("is not taken for somebody with the same address and a password", async () => {
    const { email } = await addPerson(db, project, "owner");
    expect(await isSignedIn(await comeBack({ email }))).toBe(false);
  });

  it("is not let in with a state that this instance has not given out", async () => {
    expect(await isSignedIn(await comeBack({}, "made-up"))).toBe(false);
  });

  it("is told so while the provider is away, and comes in once it is back", async () => {
    vi.stubEnv("SIGHTGLASS_OIDC_ISSUER", "http://127.0.0.1:9");
    const start = () => callRoute(endpointOf("GET", "/api/v1/sign-in/oidc"), {}, "");
    expect((await start()).status).toBe(503);
    vi.stubEnv("SIGHTGLASS_OIDC_ISSUER", provider.issuer);
    expect((await start()).status).toBe(302);
  });

  it("comes to the page that they wanted, also where its path is not ASCII", async () => {
    const email = `${randomUUID()}@example.com`;
    await createInvitation(db, { projectId: project, role: "viewer", email, giver: null });
    const back = await comeBack({ sub: randomUUID(), email }, undefined, "/sessions/größe?q=日本#é");
    const to = new URL(back.headers.get("location") ?? "", TEAM_ORIGIN);
    expect([to.origin, decodeURI(to.pathname), to.searchParams.get("q")]).toEqual([
      TEAM_ORIGIN,
      "/sessions/größe",
      "日本",
    ]);
    expect(await isSignedIn(back)).toBe(true);
  });

  it("is sent nowhere but to pages of this instance afterwards", async () => {
    for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
      expect(
        (await callRoute(endpointOf("GET", "/api/v1/sign-in/oidc"), {}, `?${new URLSearchParams({ next })}`))
          .status,
      ).toBe(400);
  });
});
