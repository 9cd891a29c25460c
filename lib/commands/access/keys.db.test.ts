import { beforeAll, describe, expect, it, vi } from "vitest";
import { writeKeyUse } from "@/lib/access/key-use";
import { hashSecret } from "@/lib/access/key-text";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addKey, addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";

const db = testDatabase();
inTeamMode();

let project: string;
let owner: Readonly<Record<string, string>>;

beforeAll(async () => {
  project = await addProject(db);
  owner = (await addPerson(db, project, "owner")).headers;
});

interface Made {
  key: { id: string; prefix: string; expiresAt: string | null };
  secret: string;
}

async function make(body: object): Promise<Made> {
  const response = await callRoute(endpointOf("POST", "/api/v1/keys"), {}, "", {
    headers: owner,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Made;
}

const read = (headers: Record<string, string>) =>
  callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", { headers });
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe("a key", () => {
  it("is shown once, and kept as a hash and a beginning", async () => {
    const { key, secret } = await make({ name: "collector", scopes: ["read"] });
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(row.hash).toBe(hashSecret(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    const list = await callRoute(endpointOf("GET", "/api/v1/keys"), {}, "", { headers: owner });
    const text = await list.text();
    expect(text).toContain(key.prefix);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(row.hash);
  });

  it("opens its own project by whichever header it comes in", async () => {
    await addSession(db, project, "mine");
    const { secret } = await make({ name: "reader", scopes: ["read"] });
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
    for (const headers of [
      bearer(secret),
      { "x-api-key": secret },
      basic(`public:${secret}`),
      basic(`${secret}:`),
    ]) {
      const body = (await (await read(headers as Record<string, string>)).json()) as { total: number };
      expect(body.total).toBe(1);
    }
  });

  it("is refused with one character changed", async () => {
    const { secret } = await make({ name: "reader", scopes: ["read"] });
    const changed = secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A");
    expect((await read(bearer(changed))).status).toBe(401);
  });

  it("is refused once it has expired or was revoked, with the same words as one that never was", async () => {
    const { key, secret } = await make({ name: "short", scopes: ["read"], expiresInDays: 1 });
    expect((await read(bearer(secret))).status).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 86_400_001, toFake: ["Date"] });
    const expired = await read(bearer(secret));
    vi.useRealTimers();
    const revoked = await make({ name: "gone", scopes: ["read"] });
    await callRoute(endpointOf("DELETE", "/api/v1/keys/{keyId}"), { keyId: revoked.key.id }, "", {
      headers: owner,
    });
    const answers = [expired, await read(bearer(revoked.secret)), await read(bearer("sgk_never"))];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(key.expiresAt).not.toBeNull();
  });

  it("that is replaced works for another day beside the new one", async () => {
    const old = await make({ name: "rotated", scopes: ["read"] });
    const response = await callRoute(
      endpointOf("POST", "/api/v1/keys/{keyId}/rotate"),
      { keyId: old.key.id },
      "",
      { headers: owner },
    );
    const next = (await response.json()) as Made;
    expect(next.secret).not.toBe(old.secret);
    expect((await read(bearer(next.secret))).status).toBe(200);
    expect((await read(bearer(old.secret))).status).toBe(200);
    const { expiresAt } = await db.apiKey.findUniqueOrThrow({ where: { id: old.key.id } });
    expect((expiresAt?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it("that sends events may not read them back, and one that reads may not send", async () => {
    const [ingest, reader] = [await addKey(db, project, ["ingest"]), await addKey(db, project, ["read"])];
    const send = (headers: Record<string, string>) =>
      callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { headers, body: '{"events":[]}' });
    expect((await send(ingest)).status).toBe(200);
    expect((await send(reader)).status).toBe(403);
    expect((await read(ingest)).status).toBe(403);
    expect((await read(reader)).status).toBe(200);
  });

  it("for one agent sends its sessions, and can do nothing else", async () => {
    const made = await make({ name: "billing", scopes: ["ingest"], agent: "billing" });
    const rotate = endpointOf("POST", "/api/v1/keys/{keyId}/rotate");
    const newer = await callRoute(rotate, { keyId: made.key.id }, "", { headers: owner });
    const sessions = [
      "billing/run-1",
      "payroll/run-1",
      "billing",
      "billing2/run-1",
      "Billing/run-1",
      7,
      undefined,
    ];
    const events = sessions.map((session, i) => ({
      ...{ v: 1, id: `e${i}`, session, type: "session.started", at: new Date().toISOString() },
    }));
    const calls = sessions.map((session, i) => ({ id: `c${i}`, session, request: { messages: [] } }));
    for (const { secret } of [made, (await newer.json()) as Made]) {
      const headers = { ...bearer(secret), "content-type": "application/json" };
      const post = (path: "/api/v1/events" | "/api/v1/model-calls", body: object) =>
        callRoute(endpointOf("POST", path), {}, "", { headers, body: JSON.stringify(body) });
      for (const response of [
        await post("/api/v1/events", { events }),
        await post("/api/v1/model-calls", { calls }),
      ]) {
        const { rejected } = (await response.json()) as { rejected: { index: number; code: string }[] };
        const others = rejected.filter(({ code }) => code === "other_agent");
        expect(others.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6]);
      }
      for (const refused of [
        await read(headers),
        await callRoute(endpointOf("POST", "/v1/traces"), {}, "", { headers, body: '{"resourceSpans":[]}' }),
        await callRoute(endpointOf("POST", "/api/v1/import"), {}, "?name=x.json", { headers, body: "[]" }),
        await callRoute(endpointOf("GET", "/api/v1/sessions/{id}"), { id: "billing/run-1" }, "", { headers }),
      ])
        expect(refused.status).toBe(403);
    }
    const both = { name: "x", scopes: ["ingest", "read"], agent: "billing" };
    for (const body of [both, { ...both, scopes: ["ingest"], agent: "a/b" }])
      expect(
        (
          await callRoute(endpointOf("POST", "/api/v1/keys"), {}, "", {
            headers: owner,
            body: JSON.stringify(body),
          })
        ).status,
      ).toBe(400);
  });

  it("for one agent names no parent outside of its agent", async () => {
    const { secret } = await make({ name: "nested", scopes: ["ingest"], agent: "nested" });
    const headers = { ...bearer(secret), "content-type": "application/json" };
    const parents = [
      undefined,
      { session: "nested/run-1" },
      { session: "payroll/run-1" },
      { session: "nested" },
      { session: "Nested/run-1" },
      { session: ["nested/run-1"] },
      { session: "payroll/run-1", toolCallId: "c1" },
      { toolCallId: "c1" },
      null,
      "payroll/run-1",
    ];
    const events = parents.map((parent, i) => ({
      ...{ v: 1, id: `p${i}`, session: `nested/child-${i}`, type: "session.started" },
      ...{ at: new Date().toISOString(), ...(parent !== undefined && { parent }) },
    }));
    const calls = events.map(({ id, session, ...more }) => ({
      id,
      session,
      request: { messages: [] },
      ...more,
    }));
    for (const [path, body] of [
      ["/api/v1/events", { events }],
      ["/api/v1/model-calls", { calls }],
    ] as const) {
      const response = await callRoute(endpointOf("POST", path), {}, "", {
        headers,
        body: JSON.stringify(body),
      });
      const { rejected } = (await response.json()) as {
        rejected: { index: number; path: string; code: string }[];
      };
      const others = rejected.filter(({ code }) => code === "other_agent");
      expect(others.map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      expect(new Set(others.map((one) => one.path))).toEqual(new Set(["parent.session"]));
    }
    const nested = await db.session.findMany({
      where: { projectId: project, externalId: { startsWith: "nested/" } },
    });
    expect(nested.map(({ externalId }) => externalId).toSorted()).toEqual([
      "nested/child-0",
      "nested/child-1",
    ]);
  });

  it("of another project can be neither replaced nor revoked", async () => {
    const other = await addProject(db);
    await addKey(db, other, ["read"]);
    const { id } = await db.apiKey.findFirstOrThrow({ where: { projectId: other } });
    for (const [method, path] of [
      ["DELETE", "/api/v1/keys/{keyId}"],
      ["POST", "/api/v1/keys/{keyId}/rotate"],
    ] as const)
      expect((await callRoute(endpointOf(method, path), { keyId: id }, "", { headers: owner })).status).toBe(
        404,
      );
  });

  it("says when it was used last, and its uses of a day are one entry in the audit log", async () => {
    const { key, secret } = await make({ name: "busy", scopes: ["read"] });
    for (let i = 0; i < 3; i++) await read(bearer(secret));
    await writeKeyUse(db);
    await read(bearer(secret));
    await writeKeyUse(db);
    const { lastUsedAt } = await db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(Date.now() - (lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000);
    const entries = await db.auditEntry.findMany({
      where: { projectId: project, target: "busy", action: "key.used" },
    });
    expect(entries).toMatchObject([{ count: 4, actor: `key ${key.prefix}…` }]);
  });
});

describe("finding a key", () => {
  it("says who made it, also once they have left, and who took it over", async () => {
    const maker = await addPerson(db, project, "owner");
    const made = await callRoute(endpointOf("POST", "/api/v1/keys"), {}, "", {
      headers: maker.headers,
      body: JSON.stringify({ name: "theirs", scopes: ["read"] }),
    });
    const { key, secret } = (await made.json()) as Made;
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: maker.email } });
    await callRoute(endpointOf("POST", "/api/v1/members/{userId}/take-over"), { userId }, "", {
      headers: owner,
      body: JSON.stringify({ grants: [{ kind: "key", id: key.id }] }),
    });
    await callRoute(endpointOf("DELETE", "/api/v1/members/{userId}"), { userId }, "", { headers: owner });
    const list = await callRoute(endpointOf("GET", "/api/v1/keys"), {}, "", { headers: owner });
    const { keys } = (await list.json()) as { keys: readonly { id: string }[] };
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({
      madeBy: { email: maker.email, isMember: false },
      giver: { role: "owner" },
      isGiven: true,
      revokedAt: null,
    });
    expect((await read(maker.headers)).status).toBe(403);
    expect((await read(bearer(secret))).status).toBe(200);
  });

  it("goes by the index of its hash", async () => {
    await db.$executeRawUnsafe(
      `INSERT INTO api_key (id, project_id, name, prefix, hash, scopes)
       SELECT 'bulk-' || i, 'bulk', 'bulk', 'sgk_bulk', md5(i::text), '{read}' FROM generate_series(1, 20000) AS i`,
    );
    await db.$executeRawUnsafe("ANALYZE api_key");
    const plan = await db.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `EXPLAIN SELECT * FROM api_key WHERE hash = '${hashSecret("x")}'`,
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index Scan using api_key_hash_key/);
    await db.apiKey.deleteMany({ where: { projectId: "bulk" } });
  });
});
