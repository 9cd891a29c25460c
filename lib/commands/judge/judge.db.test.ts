import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listFindings as findingsRoute } from "@/lib/api/endpoints/findings";
import type { JudgedResult, JudgeResult } from "@/lib/api/endpoints/judge";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { toWire } from "@/lib/core/trace/event";
import { writeSettings } from "@/lib/db/project-settings";
import { makeSessionKey } from "@/lib/db/session-id";
import { endRest, findRestsUntil } from "@/lib/judge/judge-tasks";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { sweep } from "@/lib/pipeline/worker/sweep";
import { judgeSession, listFindings } from "@/lib/queries/findings/list-findings";
import { testDatabase } from "@/lib/testing/database";
import type { AskedOfModel, ScriptedModel, ScriptedReply } from "@/lib/testing/servers/judge-server";
import { scriptedModel } from "@/lib/testing/servers/judge-server";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { runJudgeTask } from "./judge-task";

testWorker();
const db = testDatabase();
const findingsQuery = findingsRoute.query;
const PATIENCE = { timeout: 60_000, interval: 50 };
const JSON_BODY = { "content-type": "application/json" };
const CLEAN = "The agent did what was asked.";
const RULE = "Never run audits again, they cost 40 EUR each.";
let server: ScriptedModel;
let script: (asked: AskedOfModel) => ScriptedReply = clean;
beforeAll(async () => {
  server = await scriptedModel((asked) => script(asked));
});
afterAll(() => server.close());
afterEach(async () => {
  vi.unstubAllEnvs();
  script = clean;
  server.asked.length = 0;
  await writeSettings(db, DEFAULT_PROJECT, { judge: null });
  await db.judgeSpend.deleteMany();
});

function clean({ ticket }: AskedOfModel): ScriptedReply {
  return { say: JSON.stringify({ ticket, verdict: "unclear", reason: CLEAN, quotes: [] }) };
}

/** Accuses the second run of audits, and names what went wrong. */
function strict(asked: AskedOfModel): ScriptedReply {
  const { ticket, user, system } = asked;
  const at = (words: string) =>
    /<<\w+ (\w+) /.exec(user.slice(user.lastIndexOf("<<", user.indexOf(words))))?.[1];
  const quotes = [RULE, '{"name":"audit","try":2}'].map((quote) => ({ text: at(quote), quote }));
  if (system.includes('"broken"'))
    return { say: JSON.stringify({ ticket, verdict: "broken", reason: "It ran an audit again.", quotes }) };
  if (system.includes('"unfinished"'))
    return {
      say: JSON.stringify({
        ticket,
        verdict: "failed",
        reason: "The agent ran a second audit against the user's rule.",
        quotes: quotes.reverse(),
      }),
    };
  return clean(asked);
}

async function told(session: string, { secret = "", about = session, rule = "rule" } = {}) {
  const story = trace(session)
    .turn((t) => t.user(`Check order 7.${secret}`).calls("run", { name: "audit", try: 1 }, "c1"))
    .turn((t) => t.result("c1", "done").user(RULE, rule).says(`Understood: no more audits for ${about}.`))
    .turn((t) => t.calls("run", { name: "audit", try: 2 }, "c2"))
    .event({ type: "session.ended", outcome: "wrong" });
  const body = JSON.stringify({ events: story.events().map(toWire) });
  await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { headers: JSON_BODY, body });
  await worked(db, DEFAULT_PROJECT);
}

async function put(body: object): Promise<{ status: number; body: JudgeResult }> {
  const init = { method: "PUT", headers: JSON_BODY, body: JSON.stringify(body) };
  const response = await callRoute(endpointOf("PUT", "/api/v1/judge"), {}, "", init);
  return { status: response.status, body: (await response.json()) as JudgeResult };
}

const taskOf = (session: string) => ({ sessionId: makeSessionKey(DEFAULT_PROJECT, session) });
const switchOn = (more: object = {}) => put({ url: server.openAiUrl, model: "m-1", key: "k-1", ...more });

async function judged(id: string): Promise<JudgedResult> {
  const response = await callRoute(endpointOf("GET", "/api/v1/sessions/{id}/judge"), { id }, "");
  return (await response.json()) as JudgedResult;
}

async function askNow(id: string): Promise<number> {
  const route = endpointOf("POST", "/api/v1/sessions/{id}/judge");
  return (await callRoute(route, { id }, "", { headers: JSON_BODY })).status;
}

async function untilAsked(id: string): Promise<JudgedResult> {
  await vi.waitFor(async () => expect((await judged(id)).status).toBe("asked"), PATIENCE);
  return judged(id);
}

describe("the judge", () => {
  it("is off by default: nothing is sent, and asking says how to switch it on", async () => {
    await told("judge-off");
    await sweep(db);
    expect(await askNow("judge-off")).toBe(409);
    expect(await judged("judge-off")).toMatchObject({ on: false, status: "never asked", findings: [] });
    expect(await db.judgeTask.count({ where: taskOf("judge-off") })).toBe(0);
    expect(server.asked).toEqual([]);
  });

  it("is asked by the workers after an analysis, and its findings carry model, version and quotes", async () => {
    script = strict;
    await switchOn();
    await told("judge-on");
    if ((await judged("judge-on")).status === "never asked") expect(await askNow("judge-on")).toBe(200);
    const result = await untilAsked("judge-on");
    const broken = result.findings.find(({ question }) => question === "rule-broken");
    expect(broken).toMatchObject({
      code: "judged.rule_broken",
      standing: "judged",
      severity: "warning",
      model: "m-1",
      version: 1,
      sentence: "It ran an audit again.",
      quotes: [
        { role: "rule", block: "rule", quote: RULE },
        { role: "act", block: "call:c2" },
      ],
    });
    expect(result.summary).toMatchObject({
      sentence: expect.stringContaining("second audit") as string,
      model: "m-1",
    });
    expect(result).toMatchObject({ questions: 2, answered: 2, unanswered: [], note: null });
  });

  it("says which questions a model left open, and why", async () => {
    await switchOn();
    await told("judge-unsure");
    await askNow("judge-unsure");
    const { findings, unanswered } = await untilAsked("judge-unsure");
    expect(findings).toEqual([]);
    expect(unanswered).toEqual([
      { question: "rule-broken", why: "unsure", count: 1, detail: CLEAN },
      { question: "what-went-wrong", why: "unsure", count: 1, detail: CLEAN },
    ]);
  });

  it("counts apart and fails no gate until a person calls it true, through every later analysis", async () => {
    script = strict;
    await switchOn();
    const id = "judge-counts";
    await told(id);
    await askNow(id);
    const { findings } = await untilAsked(id);
    const list = () => listFindings(db, DEFAULT_PROJECT, id, findingsQuery.parse({ standing: "judged" }));
    const gate = () => judgeSession(db, DEFAULT_PROJECT, id, '{"limits":{"warning":0}}');
    expect((await list()).findings.map(({ code }) => code).sort()).toEqual([
      "judged.rule_broken",
      "judged.what_went_wrong",
    ]);
    expect(await list()).toMatchObject({ bySeverity: {}, suspected: { "judged.rule_broken": 1 } });
    expect((await gate()).verdict).toBe("pass");
    const finding = findings.find(({ question }) => question === "rule-broken")?.id ?? "";
    const verdict = endpointOf("PUT", "/api/v1/sessions/{id}/findings/{finding}/verdict");
    const body = JSON.stringify({ verdict: "true" });
    await callRoute(verdict, { id, finding }, "", { method: "PUT", headers: JSON_BODY, body });
    for (const rebuild of [false, true]) {
      if (rebuild) await analyseSession(db, makeSessionKey(DEFAULT_PROJECT, id), { rebuild });
      expect(await list()).toMatchObject({
        bySeverity: { warning: 1 },
        suspected: { "judged.what_went_wrong": 1 },
      });
      expect((await gate()).verdict).toBe("fail");
    }
    expect((await judged(id)).findings.find((one) => one.id === finding)?.verdict?.verdict).toBe("true");
  });

  it("takes back what it no longer says", async () => {
    script = strict;
    await switchOn();
    await told("judge-anew");
    await askNow("judge-anew");
    await untilAsked("judge-anew");
    script = clean;
    await switchOn({ model: "m-3" });
    await askNow("judge-anew");
    const result = await untilAsked("judge-anew");
    expect(result).toMatchObject({ findings: [], summary: null });
    const query = findingsQuery.parse({ standing: "judged" });
    expect(await listFindings(db, DEFAULT_PROJECT, "judge-anew", query)).toMatchObject({
      findings: [],
      suspected: {},
    });
  });

  it("gets secrets masked", async () => {
    await switchOn();
    await told("judge-secret", { secret: " Use AKIAQ3EGZ5J7XK2NVB4T for it." });
    await askNow("judge-secret");
    await untilAsked("judge-secret");
    const sent = JSON.stringify(server.asked);
    expect(sent).toContain("Check order 7.");
    expect(sent).not.toContain("AKIAQ3EGZ5J7XK2NVB4T");
  });

  it("asks nothing twice, and again only what its model changed", async () => {
    await switchOn();
    await told("judge-once");
    await askNow("judge-once");
    await untilAsked("judge-once");
    const first = server.asked.length;
    expect(first).toBeGreaterThan(0);
    await askNow("judge-once");
    await untilAsked("judge-once");
    expect(server.asked).toHaveLength(first);
    await switchOn({ model: "m-2" });
    await askNow("judge-once");
    await untilAsked("judge-once");
    expect(server.asked).toHaveLength(2 * first);
  });

  it("takes the answers to the same texts of another session, with the places of this one", async () => {
    script = strict;
    await switchOn();
    for (const [session, rule] of [
      ["judge-twin-1", "rule"],
      ["judge-twin-2", "other"],
    ] as const) {
      await told(session, { about: "twins", rule });
      await askNow(session);
      await untilAsked(session);
    }
    expect(server.asked).toHaveLength(2);
    const { findings } = await judged("judge-twin-2");
    expect(findings.find(({ question }) => question === "rule-broken")?.quotes[0]?.block).toBe("other");
  });

  it("stops at the day's budget, says so, and goes on the next day", async () => {
    await switchOn({ callsPerDay: 1 });
    await told("judge-budget");
    await askNow("judge-budget");
    await vi.waitFor(
      async () => expect((await judged("judge-budget")).note).toContain("daily budget"),
      PATIENCE,
    );
    expect(server.asked).toHaveLength(1);
    expect((await findRestsUntil(db, DEFAULT_PROJECT))?.toISOString()).toMatch(/T00:00:00\.000Z$/);
    expect((await put({})).body.today).toEqual({ calls: 1, tokens: 120 });
  });

  it("waits as long as the service wants, and leaves the question open", async () => {
    script = () => ({ status: 429, headers: { "retry-after": "3600" } });
    await switchOn();
    await told("judge-busy");
    await askNow("judge-busy");
    await vi.waitFor(
      async () => expect((await judged("judge-busy")).note).toMatch(/limits its rate|rests until/),
      PATIENCE,
    );
    const rest = await findRestsUntil(db, DEFAULT_PROJECT);
    expect((rest?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
    script = clean;
    await db.judgeTask.updateMany({ where: taskOf("judge-busy"), data: { dueAt: new Date(0) } });
    await endRest(db, DEFAULT_PROJECT);
    await runJudgeTask({
      ctx: { db, signal: new AbortController().signal },
      input: { project: DEFAULT_PROJECT },
    });
    expect(await judged("judge-busy")).toMatchObject({ status: "asked", note: null });
  });

  it("goes with its session", async () => {
    await switchOn();
    await told("judge-deleted");
    await askNow("judge-deleted");
    await untilAsked("judge-deleted");
    const gone = await callRoute(endpointOf("DELETE", "/api/v1/sessions/{id}"), { id: "judge-deleted" }, "", {
      headers: JSON_BODY,
    });
    expect(gone.status).toBe(200);
    const where = taskOf("judge-deleted");
    expect([await db.judgeAnswer.count({ where }), await db.judgeTask.count({ where })]).toEqual([0, 0]);
  });
});

describe("the settings of the judge", () => {
  it("never show the key, and do not send it to another address", async () => {
    const { body } = await switchOn();
    expect(body).toMatchObject({ on: true, by: "project", model: "m-1", hasKey: true });
    expect(JSON.stringify(body)).not.toContain("k-1");
    const moved = await put({ url: "http://127.0.0.1:9/v1" });
    expect(moved.body).toMatchObject({ on: true, hasKey: false });
  });

  it("come from the environment where the project names none, and can be switched off", async () => {
    vi.stubEnv("SIGHTGLASS_JUDGE_URL", server.openAiUrl);
    vi.stubEnv("SIGHTGLASS_JUDGE_MODEL", "m-env");
    expect((await put({})).body).toMatchObject({ on: true, by: "environment", model: "m-env" });
    expect((await put({ off: true })).body).toMatchObject({ on: false, off: true });
    expect(await askNow("nobody")).toBe(404);
  });

  it("take no address of a project in team mode, not even one that was set before", async () => {
    await switchOn();
    vi.stubEnv("SIGHTGLASS_MODE", "team");
    vi.stubEnv("SIGHTGLASS_SECRET", "x".repeat(40));
    vi.stubEnv("SIGHTGLASS_URL", "https://sightglass.example");
    const { readJudgeSettings } = await import("@/lib/judge/judge-settings");
    expect(await readJudgeSettings(db, DEFAULT_PROJECT)).toBeNull();
  });

  it.each([
    [{ url: "http://127.0.0.1:9/v1" }, "model"],
    [{ model: "m" }, "url"],
    [{ url: "ftp://models.example", model: "m" }, "url"],
    [{ callsPerDay: -1 }, "callsPerDay"],
  ])("refuse %j and name the field", async (body, field) => {
    const { status, body: answer } = await put(body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });
});
