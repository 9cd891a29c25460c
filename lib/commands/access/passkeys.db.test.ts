import { beforeAll, describe, expect, it, vi } from "vitest";
import { ATTEMPTS_PER_ADDRESS } from "@/lib/api/limits/access";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, inTeamMode, TEAM_ORIGIN } from "@/lib/testing/team";

const ORIGIN = "http://localhost:4318";
inTeamMode();
const db = testDatabase();
let person: Person;
let other: Person;

beforeAll(async () => {
  const project = await addProject(db);
  person = await addPerson(db, project, "viewer");
  other = await addPerson(db, project, "viewer");
  vi.stubEnv("SIGHTGLASS_URL", ORIGIN);
});

const call = (method: string, path: string, headers: Record<string, string>, body?: object, params = {}) =>
  callRoute(endpointOf(method as "POST", path), params, "", {
    headers: { ...headers, origin: ORIGIN },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const credential = { id: "unknown", type: "public-key", response: { clientDataJSON: "e30" } };

describe("a passkey", () => {
  it("is begun by somebody who is signed in only, bound to their browser, and asks for its user", async () => {
    expect((await call("POST", "/api/v1/passkeys/options", {})).status).toBe(401);
    const answer = await call("POST", "/api/v1/passkeys/options", person.headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/passkey=.*HttpOnly/i);
    expect(await answer.json()).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  it("that is unknown, or answers no question, lets nobody in, and is counted", async () => {
    const from = { "x-sightglass-address": "203.0.113.90" };
    const statuses = new Set<number>();
    for (let i = 0; i <= ATTEMPTS_PER_ADDRESS; i++)
      statuses.add((await call("POST", "/api/v1/sign-in/passkey", from, { credential })).status);
    expect([...statuses]).toEqual([401, 429]);
  });

  it("is removed by whose it is only", async () => {
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: person.email } });
    await db.passkey.create({
      data: {
        id: "pk-1",
        userId,
        name: "laptop",
        publicKey: "x",
        credentialID: "c",
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
      },
    });
    const remove = (headers: Record<string, string>) =>
      call("DELETE", "/api/v1/passkeys/{passkeyId}", headers, undefined, { passkeyId: "pk-1" });
    expect((await remove(other.headers)).status).toBe(404);
    const list = await call("GET", "/api/v1/passkeys", person.headers);
    expect(await list.json()).toMatchObject({ passkeys: [{ id: "pk-1", name: "laptop" }] });
    expect((await remove(person.headers)).status).toBe(200);
    const written = await db.auditEntry.findMany({ where: { userId, action: "passkey.removed" } });
    expect(written).toEqual([expect.objectContaining({ detail: { name: "laptop" } })]);
  });

  it("sets no password without a signature", async () => {
    const body = { credential, next: "another password" };
    expect((await call("POST", "/api/v1/password/recovery", person.headers, body)).status).toBe(401);
  });

  it("is not to be had at an address that is a number", async () => {
    vi.stubEnv("SIGHTGLASS_URL", TEAM_ORIGIN);
    const answer = await callRoute(endpointOf("POST", "/api/v1/sign-in/passkey/options"), {}, "", {
      headers: { origin: TEAM_ORIGIN },
    });
    vi.stubEnv("SIGHTGLASS_URL", ORIGIN);
    expect(answer.status).toBe(404);
  });
});
