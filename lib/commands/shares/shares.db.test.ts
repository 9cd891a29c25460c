import { randomUUID } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { previewSchema } from "@/lib/api/endpoints/shares";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { openShare, shareCard } from "@/lib/queries/shares/open-share";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { sampleSecrets } from "@/lib/testing/sample-secrets";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, inTeamMode, TEAM_ORIGIN } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";

inTeamMode();
testWorker();
const db = testDatabase();
const marker = `marker-${randomUUID()}`;
const secrets = sampleSecrets();
const DAY_MS = 86_400_000;
let editor: Person;
let owner: Person;
let id = "";
let project = "";

beforeAll(async () => {
  project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  owner = await addPerson(db, project, "owner");
  await db.user.updateMany({ where: { email: owner.email }, data: { name: "Marta Kowalska" } });
  const text = secrets.map(({ inText, value }) => inText ?? value).join(" and ");
  const events = trace(marker, { name: `About ${secrets[0]?.value}` })
    .turn((t) =>
      t.user(`${text}, says Marta Kowalska`).calls("read", { path: `/tmp/${secrets[4]?.value}.txt` }, "c1"),
    )
    .turn((t) => t.result("c1", JSON.stringify({ deep: JSON.stringify({ text }) })))
    .turn((t) => t.clear("result:c1").says(`later ${marker}`))
    .events();
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  id = makePublicId(makeSessionKey(project, marker));
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

  it("holds no secret, in any form that it is served in", async () => {
    const { token } = await share();
    for (const format of ["json", "html", "md", "csv"]) {
      const text = await (await open(token, `?format=${format}`)).text();
      for (const { what, value } of secrets)
        expect({ format, what, told: text.includes(value) }).toEqual({ format, what, told: false });
    }
  });

  it("holds no name of a member of the project", async () => {
    const { token } = await share();
    const text = await (await open(token)).text();
    expect(text).toContain(", says ██████████████");
    expect(text).not.toMatch(/Marta|Kowalska/);
  });

  it("holds structure and numbers only, when content is off", async () => {
    const { token } = await share({ content: "off" });
    const text = await (await open(token)).text();
    for (const told of [marker, "/tmp", "deep", secrets[0]?.value ?? ""]) expect(text).not.toContain(told);
    expect(text).toContain("tool call of read");
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

  it("that was made when fields had other names opens with the names of now", async () => {
    const made = await share();
    const now = await (await open(made.token)).text();
    const { sessionId, snapshot } = await db.share.findFirstOrThrow({ where: { id: made.share.id } });
    const before = inflateSync(snapshot).toString("utf8").replaceAll('"residencies":', '"stays":');
    await db.share.update({
      where: { sessionId_id: { sessionId, id: made.share.id } },
      data: { snapshot: new Uint8Array(deflateSync(before)) },
    });
    expect(before).toContain('"stays":');
    expect(JSON.parse(await (await open(made.token)).text())).toEqual(JSON.parse(now));
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
    await db.share.updateMany({
      where: { sessionId: makeSessionKey(project, marker), id: expired.share.id },
      data: { expiresAt: new Date(0) },
    });
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
  const unlock = (
    token: string,
    passphrase: string,
    headers: Record<string, string> = { origin: TEAM_ORIGIN },
  ) =>
    callRoute(endpointOf("POST", "/api/v1/shares/{token}/unlock"), { token }, "", {
      headers: { "x-sightglass-address": "192.0.2.77", ...headers },
      body: JSON.stringify({ passphrase }),
    });

  it("is needed, and opens the share where it is sent along", async () => {
    const { token } = await share({ passphrase: "correct horse" });
    expect((await open(token)).status).toBe(401);
    expect((await open(token, "", { "x-share-passphrase": "wrong horse" })).status).toBe(401);
    expect((await open(token, "", { "x-share-passphrase": "correct horse" })).status).toBe(200);
  });

  it("is exchanged for a cookie that opens this share's page and no other", async () => {
    const [one, other] = [
      await share({ passphrase: "correct horse" }),
      await share({ passphrase: "correct horse" }),
    ];
    const answer = await unlock(one.token, "correct horse");
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie()[0] ?? "";
    expect(cookie).toContain(`Path=/s/${one.token};`);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const key = /^sightglass\.share=([^;]+)/.exec(cookie)?.[1] ?? "";
    expect(key).not.toContain("correct");
    const address = null;
    expect((await openShare(db, one.token, { key, address })).snapshot.title).toContain("About");
    await expect(openShare(db, other.token, { key, address })).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  it("is taken from this instance's own pages only", async () => {
    const { token } = await share({ passphrase: "correct horse" });
    for (const headers of [{}, { origin: "https://evil.example" }])
      expect((await unlock(token, "correct horse", headers)).status).toBe(403);
  });

  it("is tried a few times only: then even the right one is refused for a while, with the time to wait", async () => {
    const { token } = await share({ passphrase: "correct horse" });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await unlock(token, "wrong wrong")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const refused = await unlock(token, "correct horse");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await open(token, "", { "x-share-passphrase": "wrong wrong" })).status).toBe(401);
  });

  it("is no way to tell a link that is gone from one that never was", async () => {
    expect((await unlock("A".repeat(43), "correct horse")).status).toBe(404);
  });
});

describe("a share that is open somewhere", () => {
  const ask = async (token: string, id: string) =>
    (await callRoute(endpointOf("GET", "/api/v1/shares/{token}/state"), { token }, `?share=${id}`)).status;

  it("stands until it is revoked, also when it is used up, and counts no view", async () => {
    const made = await share({ viewLimit: 1 });
    expect((await open(made.token)).status).toBe(200);
    expect((await open(made.token)).status).toBe(404);
    expect(await ask(made.token, made.share.id)).toBe(200);
    const { sessionId, id, views } = await db.share.findFirstOrThrow({ where: { id: made.share.id } });
    expect(views).toBe(1);
    await db.share.updateMany({ where: { sessionId, id }, data: { revokedAt: new Date() } });
    expect(await ask(made.token, made.share.id)).toBe(404);
  });

  it("is unknown to whoever has not opened it", async () => {
    const [one, other] = [await share(), await share()];
    expect(await ask(one.token, other.share.id)).toBe(404);
    expect(await ask("A".repeat(43), one.share.id)).toBe(404);
  });
});

describe("the image of a share", () => {
  const image = (token: string) => callRoute(endpointOf("GET", "/api/v1/shares/{token}/image"), { token });

  it("is a picture, drawn without counting as a view", async () => {
    const made = await share();
    const answer = await image(made.token);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await db.share.findFirstOrThrow({ where: { id: made.share.id } })).views).toBe(0);
  });

  it("is drawn from what was masked", async () => {
    const card = await shareCard(db, (await share()).token);
    expect(card?.title).toContain("█");
    expect(JSON.stringify(card)).not.toContain(secrets[0]?.value);
  });

  it.each([
    ["where the owner wants none", { image: false }],
    ["where a passphrase is needed", { passphrase: "correct horse" }],
  ])("is not there %s", async (_, body) => {
    expect((await image((await share(body)).token)).status).toBe(404);
  });
});

describe("the rules of a project", () => {
  const put = (body: object) =>
    callRoute(endpointOf("PUT", "/api/v1/redaction-rules"), {}, "", {
      headers: owner.headers,
      body: JSON.stringify(body),
    });

  it("mask what they name in shares that are made from then on", async () => {
    const rules = [{ name: "a word", kind: "regex", pattern: "\\bdeep\\b" }];
    expect((await put({ rules, off: [] })).status).toBe(200);
    const masked = await (await open((await share()).token)).text();
    await put({ rules: [], off: [] });
    expect(masked).not.toContain("deep");
    expect(await (await open((await share()).token)).text()).toContain("deep");
  });

  it.each([
    ["a repetition in a repetition", "(a+)+$"],
    ["an endless way to match", "\\w*\\w*\\w*x"],
    ["no regular expression", "[a-"],
  ])("are refused with %s, by their place", async (_, pattern) => {
    const answer = await put({ rules: [{ name: "bad", kind: "regex", pattern }], off: [] });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("rules");
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

  const preview = async (body: object) => {
    const init = { headers: editor.headers, body: JSON.stringify(body) };
    const answer = await callRoute(endpointOf("POST", `${shares}/preview`), { id }, "", init);
    return previewSchema.parse(await answer.json());
  };

  it("is masked everywhere, and says whose each mask is, where a person chose a text", async () => {
    const { hits, masks, snapshot, mayTeach } = await preview({ mask: ["/tmp/"] });
    const text = JSON.stringify(snapshot);
    expect(text).not.toContain("/tmp/");
    expect(mayTeach).toBe(false);
    expect(masks.reduce((sum, [, chars]) => sum + chars, 0)).toBe(text.split("█").length - 1);
    const chosen = hits.findIndex(({ value }) => value === "/tmp/");
    expect(masks.some(([hit, chars]) => hit === chosen && chars === 5)).toBe(true);
    expect(hits[chosen]).toMatchObject({ label: "chosen by hand", before: expect.any(String) as string });
  });

  it("is what the share holds, to the letter, though what is masked has changed meanwhile", async () => {
    const body = { mask: ["says Marta"] };
    const seen = await preview(body);
    const rules = (pattern: string | null) =>
      callRoute(endpointOf("PUT", "/api/v1/redaction-rules"), {}, "", {
        headers: owner.headers,
        body: JSON.stringify({
          rules: pattern === null ? [] : [{ name: "a word", kind: "text", pattern }],
          off: [],
        }),
      });
    await rules("deep");
    const init = { headers: editor.headers, body: JSON.stringify(body) };
    const made = await callRoute(endpointOf("POST", shares), { id }, `?job=${seen.job}`, init);
    await rules(null);
    expect(made.status).toBe(200);
    const { token } = (await made.json()) as { token: string };
    expect(await (await open(token)).json()).toMatchObject(seen.snapshot);
    expect(JSON.stringify(seen.snapshot)).toContain("deep");
  });
});
