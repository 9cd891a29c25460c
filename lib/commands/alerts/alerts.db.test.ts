import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AlertsResult } from "@/lib/api/endpoints/alerts";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { toWire } from "@/lib/core/trace/event";
import { testDatabase } from "@/lib/testing/database";
import type { TestServer } from "@/lib/testing/servers/http-server";
import { serveHttp } from "@/lib/testing/servers/http-server";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { deliverDue } from "./deliver";
import { holdRules } from "./hold-rules";

testWorker();
const db = testDatabase();
const PATIENCE = { timeout: 60_000, interval: 50 };
const HEADERS = { "content-type": "application/json" };
let receiver: TestServer;
let status = 200;
const got: { body: Record<string, unknown>; signature: string | null }[] = [];
beforeAll(async () => {
  receiver = await serveHttp(async (request) => {
    const body = (await request.json()) as Record<string, unknown>;
    got.push({ body, signature: request.headers.get("x-sightglass-signature") });
    return new Response("{}", { status });
  });
});
afterAll(() => receiver.close());
afterEach(async () => {
  vi.unstubAllEnvs();
  status = 200;
  got.length = 0;
  await db.alertRule.deleteMany();
  await db.alertTarget.deleteMany();
  await db.alertMessage.deleteMany();
});

async function call(method: "GET" | "POST" | "DELETE", path: string, params = {}, body?: object, query = "") {
  const init = body === undefined ? {} : { headers: HEADERS, body: JSON.stringify(body) };
  const response = await callRoute(endpointOf(method, `/api/v1/alerts${path}`), params, query, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const alerts = async () => (await call("GET", "")).body as unknown as AlertsResult;

async function target(url = receiver.url): Promise<string> {
  const { body } = await call("POST", "/targets", {}, { name: "Desk", url });
  return (body.target as { id: string }).id;
}

async function rule(targets: string[], of: object): Promise<void> {
  const made = await call("POST", "/rules", {}, { name: "Failed gates", rule: of, targets });
  expect(made.status).toBe(200);
}

async function gateFailed(session: string): Promise<string> {
  const story = trace(session, { contextWindow: 1_000 })
    .turn((t) => t.user("Refund order 7.").says("I look."))
    .event({ type: "gate.checked", gate: "context-budget", passed: false, message: "It is full." })
    .turn((t) => t.user("Go on.").says("Done."));
  const body = JSON.stringify({ events: story.events().map(toWire) });
  await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { headers: HEADERS, body });
  await worked(db, DEFAULT_PROJECT);
  const row = await db.session.findFirstOrThrow({ where: { externalId: session } });
  return row.sessionId;
}

const deliver = () =>
  deliverDue({ ctx: { db, project: DEFAULT_PROJECT, signal: new AbortController().signal } });

describe("alerts", () => {
  it("are sent by the workers once a rule holds, once a session, signed", async () => {
    await rule([await target()], { code: "gate.*" });
    const key = await gateFailed("alert-once");
    for (let tries = 0; got.length === 0 && tries < 600; tries++) await wait(100);
    expect(got).toHaveLength(1);
    expect(got[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(got[0]?.body).toMatchObject({
      type: "alert",
      rule: { name: "Failed gates" },
      session: { externalId: "alert-once", ended: false },
      findings: [{ code: "gate.failed" }],
    });
    expect(await holdRules({ ctx: { db, project: DEFAULT_PROJECT }, input: key })).toBe(false);
    await vi.waitFor(async () => {
      const [message] = (await alerts()).messages;
      expect(message).toMatchObject({
        status: "sent",
        answer: "status 200",
        target: "Desk",
        rule: "Failed gates",
      });
    }, PATIENCE);
  });

  it("wait until a rule has held long enough, and are forgotten where it does not any more", async () => {
    const to = await target();
    await rule([to], { code: "gate.failed", sustainedS: 600 });
    const key = await gateFailed("alert-held");
    await holdRules({ ctx: { db, project: DEFAULT_PROJECT }, input: key });
    await deliver();
    expect((await alerts()).messages).toMatchObject([{ status: "held", attempts: 0 }]);
    await db.alertMessage.updateMany({ data: { dueAt: new Date(0) } });
    await db.finding.deleteMany({ where: { sessionId: key } });
    await deliver();
    expect({ got, messages: (await alerts()).messages }).toEqual({ got: [], messages: [] });
  });

  it("are tried again with growing pauses, lie dead in the end, and can be tried anew", async () => {
    await rule([await target()], { code: "gate.failed" });
    const key = await gateFailed("alert-dead");
    await db.alertMessage.deleteMany();
    status = 503;
    await holdRules({ ctx: { db, project: DEFAULT_PROJECT }, input: key });
    const pauses: number[] = [];
    for (let i = 0; i < 6; i++) {
      await db.alertMessage.updateMany({ data: { dueAt: new Date(0) } });
      await deliver();
      const { dueAt } = await db.alertMessage.findFirstOrThrow();
      pauses.push(Math.round((dueAt.getTime() - Date.now()) / 10_000) * 10);
    }
    expect(pauses.slice(0, 5)).toEqual([30, 120, 480, 1_920, 7_680]);
    const [dead] = (await alerts()).messages;
    expect(dead).toMatchObject({ status: "dead", attempts: 6, answer: "status 503" });
    status = 200;
    expect((await call("POST", "/messages/{messageId}/retry", { messageId: dead?.id })).status).toBe(200);
    await vi.waitFor(async () => expect((await alerts()).messages[0]?.status).toBe("sent"), PATIENCE);
  });

  it("have a test button, which says what the receiver said", async () => {
    const to = await target();
    expect((await call("POST", "/targets/{targetId}/test", { targetId: to })).body).toMatchObject({
      status: "sent",
      answer: "status 200",
    });
    status = 401;
    expect((await call("POST", "/targets/{targetId}/test", { targetId: to })).body).toMatchObject({
      status: "dead",
      answer: "status 401",
    });
  });

  it("that name the browsers are for the open pages, each told once", async () => {
    const news = async (after: string) => (await call("GET", "/news", {}, undefined, `?after=${after}`)).body;
    const { until } = (await call("GET", "/news")).body as { until: string };
    await rule(["browser"], { code: "gate.*" });
    const key = await gateFailed("alert-browser");
    await holdRules({ ctx: { db, project: DEFAULT_PROJECT }, input: key });
    await deliver();
    const told = await news(until);
    expect(told.alerts).toMatchObject([
      {
        rule: "Failed gates",
        name: "alert-browser",
        sentence: expect.stringContaining("It is full.") as string,
      },
    ]);
    expect(await news(String(told.until))).toMatchObject({ alerts: [] });
    expect((await alerts()).messages).toMatchObject([{ target: "browsers", status: "sent" }]);
    expect(got).toEqual([]);
  });

  it("show the secret of a target once, and are gone with it", async () => {
    const made = await call("POST", "/targets", {}, { name: "Desk", url: receiver.url });
    expect(made.body.secret).toMatch(/^sga_/);
    const { id } = made.body.target as { id: string };
    await rule([id], { severity: "serious" });
    expect(JSON.stringify(await alerts())).not.toContain(made.body.secret);
    expect((await call("DELETE", "/targets/{targetId}", { targetId: id })).status).toBe(200);
    expect(await alerts()).toMatchObject({ targets: [], rules: [] });
  });

  it("go to no address on a private network in team mode, unless its host is allowed by name", async () => {
    vi.stubEnv("SIGHTGLASS_MODE", "local");
    const to = await target();
    const message = {
      projectId: DEFAULT_PROJECT,
      id: "m",
      target: to,
      status: "waiting",
      dueAt: new Date(0),
    };
    const content = {
      id: "m",
      type: "test",
      rule: null,
      session: null,
      windowShare: null,
      findings: [],
      more: 0,
    };
    await db.alertMessage.create({ data: { ...message, content } });
    vi.stubEnv("SIGHTGLASS_MODE", "team");
    vi.stubEnv("SIGHTGLASS_SECRET", "x".repeat(40));
    await deliver();
    expect(got).toEqual([]);
    expect(await db.alertMessage.findFirst()).toMatchObject({
      status: "waiting",
      answer: expect.stringContaining("https") as string,
    });
    vi.stubEnv("SIGHTGLASS_ALERT_HOSTS", "127.0.0.1");
    await db.alertMessage.updateMany({ data: { dueAt: new Date(0) } });
    await deliver();
    expect(got).toHaveLength(1);
  });

  it.each([
    ["/targets", { name: "x", url: "ftp://example.com" }, "url"],
    ["/targets", { name: "x", url: "https://a:b@example.com" }, "url"],
    ["/rules", { name: "x", rule: {}, targets: ["a"] }, "rule"],
    ["/rules", { name: "x", rule: { code: "no.such" }, targets: ["a"] }, "rule.code"],
    ["/rules", { name: "x", rule: { severity: "note" }, targets: ["a"] }, "targets"],
  ])("are refused at %s as %j", async (path, body, field) => {
    const { status: answered, body: said } = await call("POST", path, {}, body);
    expect(answered).toBe(400);
    expect((said.error as { details: { path: string }[] }).details[0]?.path).toBe(field);
  });
});
