import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { appendEvents } from "@/lib/db/log/append";
import { publicId, sessionKey } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { planted } from "@/lib/testing/planted";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";

inTeamMode();
const db = testDatabase();
const marker = `marker-${randomUUID()}`;
const secrets = planted();
const DAY_MS = 86_400_000;
const SENDERS = 20;
let editor: Person;
let id = "";

beforeAll(async () => {
  const project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  const text = secrets.map(({ inText, value }) => inText ?? value).join(" and ");
  const events = trace(marker, { name: `About ${secrets[0]?.value}` })
    .turn((t) => t.user(text).calls("read", { path: `/tmp/${secrets[4]?.value}.txt` }, "c1"))
    .turn((t) => t.result("c1", JSON.stringify({ deep: JSON.stringify({ text }) })))
    .turn((t) => t.clear("result:c1").says(`later ${marker}`))
    .events();
  await appendEvents(db, project, events, "refuse");
  id = publicId(sessionKey(project, marker));
});

const shares = "/api/v1/sessions/{id}/shares";

async function share(body: object = {}): Promise<{ token: string; share: { id: string } }> {
  const init = { headers: editor.headers, body: JSON.stringify(body) };
  const response = await callRoute(endpointOf("POST", shares), { id }, "", init);
  expect(response.status).toBe(200);
  return (await response.json()) as { token: string; share: { id: string } };
}

function open(token: string, query = "", headers: Record<string, string> = {}): Promise<Response> {
  return callRoute(endpointOf("GET", "/api/v1/shares/{token}"), { token }, query, { headers });
}

async function answerOf(response: Response): Promise<{ status: number; body: string }> {
  return { status: response.status, body: await response.text() };
}

describe("a share", () => {
  it("opens without a login and counts its views", async () => {
    const made = await share();
    expect((await open(made.token)).status).toBe(200);
    expect((await open(made.token)).headers.get("x-robots-tag")).toContain("noindex");
    const row = await db.share.findFirstOrThrow({ where: { id: made.share.id } });
    expect(row).toMatchObject({ views: 2, lastViewedAt: expect.any(Date) as Date });
    expect(Math.round((row.expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(7);
  });

  it("keeps a hash of its token and of its passphrase only", async () => {
    const { token } = await share({ passphrase: "a long passphrase" });
    const rows = JSON.stringify(await db.share.findMany({ omit: { snapshot: true } }));
    expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("a long passphrase");
  });

  it("holds nothing that was planted, in any form that it is served in", async () => {
    const { token } = await share();
    for (const format of ["json", "html", "md", "csv"]) {
      const text = await (await open(token, `?format=${format}`)).text();
      for (const { what, value } of secrets)
        expect({ format, what, told: text.includes(value) }).toEqual({ format, what, told: false });
    }
  });

  it("holds structure and numbers only, when content is off", async () => {
    const { token } = await share({ content: "off" });
    const text = await (await open(token)).text();
    for (const told of [marker, "/tmp", "read", "deep", secrets[0]?.value ?? ""])
      expect(text).not.toContain(told);
    expect(JSON.parse(text)).toMatchObject({
      content: "off",
      turns: [{ turn: 0 }, { turn: 1 }, { turn: 2 }],
    });
  });

  it("tells nothing of later turns, and does not change when the session does", async () => {
    const { token } = await share({ to: 1 });
    const before = await (await open(token)).text();
    expect(before).not.toContain(marker);
    expect(JSON.parse(before)).toMatchObject({ to: 1 });
    expect(await (await open(token)).text()).toBe(before);
  });

  it("opens at the state that was shared", async () => {
    const view = { turn: 1, axis: "turns", compress: true };
    const { token } = await share({ view });
    expect(await (await open(token)).json()).toMatchObject({ view });
  });

  it("is counted exactly by many who open it at once, up to its limit", async () => {
    const { token } = await share({ viewLimit: 20 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(40);
  });
});

describe("a token that is no good", () => {
  it("is answered the same whether it is unknown, changed in one bit, expired, revoked or used up", async () => {
    const [used, revoked, expired, good] = [
      await share({ viewLimit: 1 }),
      await share(),
      await share(),
      await share(),
    ];
    await open(used.token);
    const params = { id, shareId: revoked.share.id };
    await callRoute(endpointOf("DELETE", `${shares}/{shareId}`), params, "", { headers: editor.headers });
    await db.share.updateMany({ where: { id: expired.share.id }, data: { expiresAt: new Date(0) } });
    const unknown = await answerOf(await open("A".repeat(43)));
    expect(unknown.status).toBe(404);
    for (const { token } of [used, revoked, expired])
      expect(await answerOf(await open(token))).toEqual(unknown);
    for (const byte of [0, 7, 31]) {
      const bytes = Buffer.from(good.token, "base64url");
      bytes[byte] = (bytes[byte] ?? 0) ^ 1;
      expect(await answerOf(await open(bytes.toString("base64url")))).toEqual(unknown);
    }
    expect((await open(good.token)).status).toBe(200);
  });

  it("leaves nothing behind when it was revoked", async () => {
    const { share: made } = await share();
    const params = { id, shareId: made.id };
    await callRoute(endpointOf("DELETE", `${shares}/{shareId}`), params, "", { headers: editor.headers });
    expect((await db.share.findFirstOrThrow({ where: { id: made.id } })).snapshot).toHaveLength(0);
  });
});

describe("the token of a good share", () => {
  it("opens no other route, sent in any way", async () => {
    const { token } = await share();
    const ways = [
      { authorization: `Bearer ${token}` },
      { "x-api-key": token },
      { cookie: `sightglass.share=${token}; better-auth.session_token=${token}` },
    ];
    const guarded = ENDPOINTS.filter(({ scope, path }) => scope !== "none" && path.startsWith("/api/v1/"));
    for (const endpoint of guarded)
      for (const headers of ways) {
        const params = { id, turn: "1", blockId: "result:c1", token, incidentId: "x", shareId: "x" };
        const response = await callRoute(endpoint, params, `?token=${token}`, { headers });
        await response.body?.cancel();
        expect({ path: endpoint.path, status: response.status }).toMatchObject({
          status: expect.toSatisfy((status: number) => status === 401 || status === 403) as number,
        });
      }
  });
});

describe("a passphrase", () => {
  it("is needed, is tried a few times only, and unlocks the page by a cookie for that page alone", async () => {
    const { token } = await share({ passphrase: "correct horse" });
    expect((await open(token)).status).toBe(401);
    expect((await open(token, "", { "x-share-passphrase": "correct horse" })).status).toBe(200);
    const unlock = (passphrase: string) =>
      callRoute(endpointOf("POST", "/api/v1/shares/{token}/unlock"), { token }, "", {
        headers: { "x-sightglass-address": "192.0.2.77" },
        body: JSON.stringify({ passphrase }),
      });
    // Unlocking is a change, so it is taken from the instance's own pages only.
    expect((await unlock("correct horse")).status).toBe(403);
    const statuses = [];
    for (let i = 0; i < 7; i++)
      statuses.push((await open(token, "", { "x-share-passphrase": "wrong wrong" })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("one session", () => {
  it("is shared a thousand times, by many at once, each by a link of its own", async () => {
    const tokens: string[] = [];
    const sharing = async () => {
      for (let i = 0; i < 1_000 / SENDERS; i++) tokens.push((await share({ content: "off" })).token);
    };
    await Promise.all(Array.from({ length: SENDERS }, sharing));
    expect(new Set(tokens).size).toBe(1_000);
    expect((await open(tokens[999] ?? "")).status).toBe(200);
  });
});

describe("the preview", () => {
  it("lists every hit with its places, and shows what would be served", async () => {
    const init = { headers: editor.headers, body: "{}" };
    const response = await callRoute(endpointOf("POST", `${shares}/preview`), { id }, "", init);
    const { hits, snapshot } = (await response.json()) as {
      hits: { value: string; places: string[] }[];
      snapshot: object;
    };
    expect(hits.find(({ value }) => value === secrets[0]?.value)?.places).toContain("session name");
    expect(JSON.stringify(snapshot)).not.toContain(secrets[0]?.value);
  });
});
