import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createInvitation } from "@/lib/access/invitation";
import { testDatabase } from "@/lib/testing/database";
import type { IdentityProvider } from "@/lib/testing/identity-provider";
import { startIdentityProvider } from "@/lib/testing/identity-provider";
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

describe("somebody who comes from the identity provider", () => {
  it("is let in where their address was invited, and again after that", async () => {
    const email = `${randomUUID()}@example.com`;
    await createInvitation(db, { projectId: project, role: "editor", email, createdBy: null });
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
    await createInvitation(db, { projectId: project, role: "owner", email, createdBy: null });
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
    await createInvitation(db, { projectId: project, role: "viewer", email, createdBy: null });
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
