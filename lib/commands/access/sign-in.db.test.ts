import { nameActor } from "@/lib/access/caller";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  ATTEMPTS_PER_ACCOUNT_AND_ADDRESS,
  ATTEMPTS_PER_ADDRESS,
  FAILED_SIGN_INS_THAT_ARE_AN_ATTACK,
  SIGN_IN_WINDOW_MINUTES,
} from "@/lib/api/limits/access";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, cookiesOf, inTeamMode, PASSWORD, TEAM_ORIGIN } from "@/lib/testing/team";

const db = testDatabase();
inTeamMode();

const signIn = (body: object, headers: Record<string, string> = { origin: TEAM_ORIGIN }) =>
  callRoute(endpointOf("POST", "/api/v1/sign-in"), {}, "", { headers, body: JSON.stringify(body) });
const sessions = (headers: Record<string, string>) =>
  callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", { headers });

let project: string;
let person: Person;

beforeAll(async () => {
  project = await addProject(db);
  person = await addPerson(db, project, "editor");
});

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and other sites do not send, and that opens the project", async () => {
    const response = await signIn({ email: person.email.toUpperCase(), password: PASSWORD });
    expect(response.status).toBe(200);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^sightglass\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax/);
    expect((await sessions({ cookie: cookiesOf(response) })).status).toBe(200);
  });

  it("gives a cookie that travels over https only, where people come by https", async () => {
    vi.stubEnv("SIGHTGLASS_URL", "https://glass.example");
    try {
      const response = await signIn(
        { email: person.email, password: PASSWORD },
        { origin: "https://glass.example" },
      );
      const [cookie = ""] = response.headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-sightglass\.session_token=/);
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    } finally {
      vi.stubEnv("SIGHTGLASS_URL", TEAM_ORIGIN);
    }
  });

  it("refuses a wrong password and an unknown address with the same words", async () => {
    const wrong = await signIn({ email: person.email, password: "something else entirely" });
    const unknown = await signIn({ email: `${randomUUID()}@example.com`, password: PASSWORD });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it("is refused to a page of another site, and to one that says nothing of where it is from", async () => {
    const right = { email: person.email, password: PASSWORD };
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "same-site" }, {}])
      expect((await signIn(right, headers as Record<string, string>)).status).toBe(403);
  });

  it("ends with the session that is signed out, and with no other", async () => {
    const [a, b] = [
      cookiesOf(await signIn({ email: person.email, password: PASSWORD })),
      cookiesOf(await signIn({ email: person.email, password: PASSWORD })),
    ];
    const out = await callRoute(endpointOf("POST", "/api/v1/sign-out"), {}, "", {
      headers: { origin: TEAM_ORIGIN, cookie: a },
    });
    expect(out.status).toBe(200);
    expect((await sessions({ cookie: a })).status).toBe(401);
    expect((await sessions({ cookie: b })).status).toBe(200);
  });

  it("is over for somebody who is no member any more, at once", async () => {
    const leaver = await addPerson(db, project, "viewer");
    expect((await sessions(leaver.headers)).status).toBe(200);
    const { id } = await db.user.findUniqueOrThrow({ where: { email: leaver.email } });
    await db.membership.deleteMany({ where: { userId: id } });
    expect((await sessions(leaver.headers)).status).toBe(403);
  });

  it("is written down, and so are attempts that failed", async () => {
    const { id } = await db.user.findUniqueOrThrow({ where: { email: person.email } });
    const entries = await db.auditEntry.findMany({ where: { userId: id } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["member.joined", "signed-in", "sign-in.failed", "signed-out"]),
    );
    const failed = entries.filter(({ action }) => action === "sign-in.failed");
    expect(new Set(failed.map(({ actor, target }) => `${actor} at ${target}`))).toEqual(
      new Set([`${nameActor({ kind: "anonymous" })} at ${person.email}`]),
    );
  });
});

describe("changing the password", () => {
  const change = (headers: Record<string, string>, current: string, next: string) =>
    callRoute(endpointOf("POST", "/api/v1/password"), {}, "", {
      headers,
      body: JSON.stringify({ current, next }),
    });

  it("needs the one before, and ends every other session", async () => {
    const own = await addPerson(db, project, "viewer");
    const elsewhere = cookiesOf(await signIn({ email: own.email, password: PASSWORD }));
    expect((await change(own.headers, "not the password", "a longer new password")).status).toBe(403);
    expect((await change(own.headers, PASSWORD, "short")).status).toBe(400);
    const changed = await change(own.headers, PASSWORD, "a longer new password");
    expect(changed.status).toBe(200);
    expect((await sessions({ cookie: elsewhere })).status).toBe(401);
    expect((await sessions({ cookie: cookiesOf(changed) })).status).toBe(200);
    expect((await signIn({ email: own.email, password: PASSWORD })).status).toBe(401);
    expect((await signIn({ email: own.email, password: "a longer new password" })).status).toBe(200);
  });
});

describe("a request that changes something", () => {
  const make = (headers: Record<string, string>) =>
    callRoute(endpointOf("DELETE", "/api/v1/sessions/{id}"), { id: "none" }, "", { headers });

  it("is taken from this instance's own pages only, when a cookie says who asks", async () => {
    const cookie = person.headers.cookie ?? "";
    expect((await make({ cookie, origin: TEAM_ORIGIN })).status).toBe(404);
    expect((await make({ cookie, "sec-fetch-site": "same-origin" })).status).toBe(404);
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1:9999"])
      expect((await make({ cookie, origin })).status).toBe(403);
    expect((await make({ cookie })).status).toBe(403);
  });
});

describe("guessing passwords", () => {
  const address = "203.0.113.7";
  const from = { origin: TEAM_ORIGIN, "x-sightglass-address": address };

  it("is stopped for an account after five attempts, even with the right password then", async () => {
    const target = await addPerson(db, project, "viewer");
    const guess = (password: string) => signIn({ email: target.email, password }, from);
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await guess(`wrong password ${i}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const refused = await guess(PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(SIGN_IN_WINDOW_MINUTES * 60 - 60);
    const elsewhere = await signIn(
      { email: target.email, password: PASSWORD },
      { ...from, "x-sightglass-address": "203.0.113.8" },
    );
    expect(elsewhere.status).toBe(200);
  });

  it("is stopped for an address that tries many accounts", async () => {
    const one = randomUUID();
    const attempt = () => reserveAttempt(db, { account: `${randomUUID()}@x`, address: one });
    for (let i = 0; i < ATTEMPTS_PER_ADDRESS; i++) await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: "rate_limited" });
    const later = new Date(Date.now() + SIGN_IN_WINDOW_MINUTES * 60_000 + 1);
    await reserveAttempt(db, { account: "x", address: one }, later);
  });

  it("by many requests at once has no more attempts than one after the other", async () => {
    const target = await addPerson(db, project, "viewer");
    const headers = { ...from, "x-sightglass-address": "203.0.113.20" };
    const passwords = [...Array.from({ length: 35 }, (_, i) => `wrong password ${i}`), PASSWORD];
    const answers = await Promise.all(
      passwords.map((password) => signIn({ email: target.email, password }, headers)),
    );
    expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(
      ATTEMPTS_PER_ACCOUNT_AND_ADDRESS,
    );
  });

  it("from many places slows each of them, and locks nobody out", async () => {
    const target = await addPerson(db, project, "viewer");
    const failed = { account: target.email, address: null };
    for (let i = 0; i < FAILED_SIGN_INS_THAT_ARE_AN_ATTACK; i++) await noteFailure(db, failed);
    const guess = (password: string, at: string) =>
      signIn({ email: target.email, password }, { ...from, "x-sightglass-address": at });
    expect((await guess("wrong password", "203.0.113.30")).status).toBe(401);
    expect((await guess("wrong password", "203.0.113.30")).status).toBe(429);
    expect((await guess(PASSWORD, "203.0.113.31")).status).toBe(200);
  });

  it("counts requests that make no sense", async () => {
    const headers = { ...from, "x-sightglass-address": "203.0.113.40" };
    const statuses = new Set<number>();
    for (let i = 0; i <= ATTEMPTS_PER_ADDRESS; i++)
      statuses.add((await signIn({ email: "nobody" }, headers)).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe("a route that needs no login", () => {
  it("takes no body that is larger than what it needs", async () => {
    const headers = { origin: TEAM_ORIGIN, cookie: person.headers.cookie ?? "" };
    const body = JSON.stringify({ filling: "x".repeat(17 * 1024) });
    const open = ENDPOINTS.filter(
      ({ scope, body: takes }) => (scope === "none" || scope === "self") && takes !== undefined,
    );
    expect(open.length).toBeGreaterThan(4);
    for (const route of open)
      expect([route.path, (await callRoute(route, { token: "x" }, "", { headers, body })).status]).toEqual([
        route.path,
        413,
      ]);
  });
});
