import { describe, expect, it } from "vitest";
import { listFindings as route } from "@/lib/api/endpoints/findings";
import { listSessions as sessionsRoute } from "@/lib/api/endpoints/sessions";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { judgeSession, listFindings } from "./list-findings";
import { listSessions } from "../session-list/list-sessions";
import { demoStory } from "@/lib/demo";

testWorker();
const db = testDatabase();
const REFUND = "demo-refund-7741";
const query = route.query.parse({});

async function stored(events: readonly TraceEvent[], project = freshProject()): Promise<string> {
  await appendEvents(db, project, events, "refuse");
  await worked(db, project);
  return project;
}

describe("the findings of a session", () => {
  it("come with their numbers, a sentence, an advice and the address of their proof", async () => {
    const project = await stored(demoStory("refund"));
    const answer = route.response.parse(await listFindings(db, project, REFUND, query));
    expect(answer.analysedUpTo).toMatchObject({ done: true });
    expect(answer.findings[0]).toMatchObject({
      code: "evidence.dangling",
      family: "evidence",
      severity: "serious",
      toTurn: 4,
      proof: {
        view: "plan",
        turn: 4,
        href: expect.stringMatching(/\/sessions\/ses_.*\/plan\?turn=4&sel=from%3Aresult%3A\w+/),
      },
    });
    expect(answer.bySeverity.serious).toBe(1);
    expect(answer.coverage.find(({ signal }) => signal === "tool_schemas")?.state).toBe("unseen");
  });

  it("can be asked for by code, family and severity, a page at a time", async () => {
    const project = await stored(demoStory("refund"));
    const ask = (parts: object) => listFindings(db, project, REFUND, route.query.parse(parts));
    expect((await ask({ code: "evidence.dangling" })).total).toBe(1);
    expect((await ask({ family: "growth" })).findings).toEqual([]);
    const whole = await ask({});
    const page = await ask({ offset: 1, limit: 2 });
    expect(page.findings).toEqual(whole.findings.slice(1, 3));
    expect(page.total).toBe(whole.total);
  });

  it("say how far they go while a session is not analysed", async () => {
    const project = freshProject();
    await appendEvents(db, project, demoStory("refund"), "refuse");
    const answer = await listFindings(db, project, REFUND, query);
    expect(answer).toMatchObject({ analysedUpTo: { events: 0, done: false }, findings: [], coverage: [] });
  });

  it("follow the thresholds of the project, and defaults where those are not to be understood", async () => {
    const growth = route.query.parse({ code: "context.tool_results_dominate" });
    const counted = async (settings: object) => {
      const project = freshProject();
      await db.project.create({ data: { id: project, name: project, settings } });
      await stored(demoStory("publishing-daemon"), project);
      return (await listFindings(db, project, "demo-publishing-daemon", growth)).total;
    };
    expect(await counted({})).toBe(1);
    expect(await counted({ findings: { toolResultsShare: 1 } })).toBe(0);
    expect(await counted({ findings: { toolResultsShare: "most" } })).toBe(1);
  });
});

describe("the session list", () => {
  it("counts findings by severity and can be narrowed to those with a code, a tool, or absent evidence", async () => {
    const project = await stored(demoStory("refund"));
    await stored(demoStory("publishing-daemon"), project);
    await listFindings(db, project, REFUND, query);
    await listFindings(db, project, "demo-publishing-daemon", query);
    const names = async (parts: object) =>
      (await listSessions(db, project, sessionsRoute.query.parse(parts))).sessions.map(
        ({ externalId }) => externalId,
      );
    expect(await names({ finding: "evidence.dangling" })).toEqual([REFUND]);
    expect(await names({ finding: "reference.spliced" })).toEqual(["demo-publishing-daemon"]);
    expect(await names({ tool: "get_order" })).toEqual([REFUND]);
    expect(await names({ evidence: "absent" })).toEqual([REFUND]);
    expect(await names({ finding: "no.such" })).toEqual([]);
    const [first] = (await listSessions(db, project, sessionsRoute.query.parse({ evidence: "absent" })))
      .sessions;
    expect(first).toMatchObject({ findings: { serious: 1 }, counts: { decisionsAbsent: 1 } });
  });
});

describe("the gate of a session", () => {
  it("lets it pass or fail by a contract", async () => {
    const project = await stored(demoStory("refund"));
    expect((await judgeSession(db, project, REFUND, undefined)).verdict).toBe("fail");
    const lax = JSON.stringify({ limits: { serious: 1, "context.*": 2 }, require: ["windows"] });
    expect((await judgeSession(db, project, REFUND, lax)).verdict).toBe("pass");
    const strict = JSON.stringify({ limits: {}, require: ["tool_schemas"] });
    expect(await judgeSession(db, project, REFUND, strict)).toMatchObject({
      verdict: "unknown",
      missing: ["tool_schemas"],
    });
  });

  it("refuses what is no contract", async () => {
    const project = await stored(demoStory("refund"));
    for (const [text, message] of [
      ["{", /^contract: expected JSON/],
      ["[]", /^contract: .*must be an object/],
      ['{"limit":{}}', /^contract\.limit: there is no such field/],
      ['{"limits":{"serious":-1}}', /^contract\.limits\.serious: /],
      ['{"limits":{"call.lop":0}}', /^contract\.limits\.call\.lop: expected a code that findings have/],
      ['{"limits":{"calls.*":0}}', /^contract\.limits\.calls\.\*: expected/],
      ['{"require":["windows","usages"]}', /^contract\.require\.1: /],
    ] as const)
      await expect(judgeSession(db, project, REFUND, text)).rejects.toThrow(message);
  });
});
