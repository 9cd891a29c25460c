import { afterEach, describe, expect, it, vi } from "vitest";
import { JsonText } from "@/lib/api/json-text";
import {
  auditQuery,
  getAudit as auditRoute,
  listDecisions as decisionsRoute,
} from "@/lib/api/endpoints/audit";
import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { TraceEvent } from "@/lib/core/trace/event";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { Reader } from "../reader-process/reader";
import { listCheckpoints } from "../session/list-checkpoints";
import { answerAudit, askAudit } from "./ask-audit";
import { getAudit } from "./get-audit";
import { listDecisions } from "./list-decisions";
import { listFoundKinds } from "./list-found-kinds";
import { demoStory } from "@/lib/demo";

const db = testDatabase();

function good(name: string): TraceEvent[] {
  return trace(name, { agent: "steady" })
    .turn((t) => t.user("Find the order.").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", "order ORD-77431 is pending").calls("refund", { order: "ORD-77431" }, "c2"))
    .turn((t) => t.result("c2", "refunded").says("Done."))
    .event({ type: "session.ended", outcome: "ok" })
    .events();
}

async function stored(...sessions: TraceEvent[][]): Promise<string> {
  const project = freshProject();
  for (const events of sessions) {
    await appendEvents(db, project, events, "refuse");
    await analyseSession(db, makeSessionKey(project, events[0]?.session ?? ""));
  }
  return project;
}

const audit = async (project: string, parts: object = {}) =>
  auditRoute.response.parse(await getAudit(db, project, auditQuery.parse(parts)));

afterEach(() => {
  vi.restoreAllMocks();
});

function compacted(name: string, summary: string): TraceEvent[] {
  return trace(name, { agent: "Tidy 1.2.0", model: "claude-sonnet-4-5" })
    .turn((t) => t.user("Refund what is due, please.", "goal").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", "order W2378156, see /app/src/pay.ts").says("I see."))
    .turn((t) => t.compact("sum", summary, ["goal", "call:c1", "result:c1", "answer1"]).says("On."))
    .events();
}

describe("an audit", () => {
  it("says what sessions cost by cause, program, model and tool, as their bills do", async () => {
    const project = await stored(demoStory("release-notes"), good("c"));
    const { bills, spending } = await audit(project);
    const total = spending.costs[0]?.total ?? 0;
    expect(total).toBeGreaterThan(0);
    expect(bills?.programs.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(total, 9);
    expect(bills?.models.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(total, 9);
    const lost = bills?.causes.reduce((sum, { cost }) => sum + cost, 0) ?? 0;
    expect(bills?.programs.reduce((sum, { lost: of }) => sum + (of?.hits ?? 0), 0)).toBeCloseTo(lost, 9);
    expect(bills?.causes.map(({ name }) => name)).toContain("idle");
    expect(bills?.tools[0]?.share.n).toBeCloseTo(total, 9);
  });

  it("says what compactions kept, by program, version, model and trigger, over sessions", async () => {
    const project = await stored(
      compacted("a", "Refund of W2378156."),
      compacted("b", "Refunds."),
      good("c"),
    );
    const { compactions } = await audit(project);
    expect(compactions).toHaveLength(1);
    expect(compactions?.[0]).toMatchObject({
      program: "Tidy",
      version: "1.2.0",
      model: "claude-sonnet-4-5",
      trigger: "hidden",
      sessions: 2,
      compactions: 2,
      survival: { identifier: { hits: 1, n: 2, share: 0.5, low: 0, high: 1 }, path: { hits: 0, n: 2 } },
    });
    expect((await audit(project, { agent: "steady" })).compactions).toEqual([]);
  });

  it("compares sessions that ended wrong with those that ended well", async () => {
    const project = await stored(demoStory("refund"), good("a"), good("b"));
    const { total, outcomes, agents, sample } = await audit(project);
    expect(sample).toMatchObject({ sessions: 3, isWhole: true, pending: 0 });
    expect(total).toMatchObject({ sessions: 3, withAbsent: 1, absent: 1 });
    expect(outcomes.find(({ value }) => value === "wrong")).toMatchObject({
      sessions: 1,
      shareWithAbsent: 1,
    });
    expect(outcomes.find(({ value }) => value === "ok")).toMatchObject({ sessions: 2, shareWithAbsent: 0 });
    expect(agents.find(({ value }) => value === "steady")?.sessions).toBe(2);
  });

  it("says what went wrong in how many of its sessions, the gravest first", async () => {
    const project = await stored(demoStory("refund"), good("c"));
    const found = await listFoundKinds(db, project, auditQuery.parse({}));
    expect(found[0]).toMatchObject({ code: "evidence.dangling", severity: "serious", sessions: 1 });
    expect(found.map(({ severity }) => severity)).not.toContain("note");
    expect(await listFoundKinds(db, project, auditQuery.parse({ outcome: "ok" }))).not.toContainEqual(
      found[0],
    );
  });

  it("holds the turns left at checkpoints against those that were needed", async () => {
    const story = trace("checkpointed", { budget: 1_000 })
      .turn((t) => t.user("Refund it, but never a shipped order.", "goal").usage(100, 10))
      .turn((t) => t.says("a").usage(200, 10))
      .turn((t) => t.says("b").usage(300, 10))
      .event({ type: "checkpoint.taken", turn: 2, state: { task: "Refund it, but never a shipped order." } })
      .turn((t) => t.says("c").usage(400, 10))
      .event({ type: "session.ended", outcome: "ok" });
    const project = await stored(story.events());
    const { checkpoints } = await audit(project);
    expect(checkpoints).toMatchObject({ taken: 1, judged: 1, needless: 1, medianLeft: 7, medianNeeded: 1 });
    const listed = await listCheckpoints(db, project, "checkpointed");
    expect(listed.checkpoints).toMatchObject([{ turn: 2, turnsLeft: 7, turnsNeeded: 1, restarts: [] }]);
    expect(listed.checkpoints?.[0]?.entries.filter(({ isEnough }) => isEnough)).toMatchObject([
      { field: "task" },
    ]);
  });

  it("says which tools fill windows, and whose results were wanted when they were gone", async () => {
    const project = await stored(demoStory("refund"), demoStory("test-fixing"), good("a"));
    const { tools } = await audit(project);
    expect(tools.find(({ tool }) => tool === "get_order")).toMatchObject({
      sessions: 2,
      calls: 2,
      usesAbsent: 1,
    });
    expect(tools.find(({ tool }) => tool === "read_file")?.refetched).toBeGreaterThan(0);
    for (const { p50, p95, max, share } of tools) {
      expect([p50, p95, max]).toEqual([p50, p95, max].toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  it("names the constraints that compactions lost, with a session that did", async () => {
    const losing = trace("losing")
      .turn((t) => t.user("Never delete a customer record.", "rules").says("Understood."))
      .turn((t) => t.compact("sum", "Work goes on.", ["rules"]).says("On."));
    const { constraints } = await audit(await stored(losing.events()));
    expect(constraints).toMatchObject([
      { text: "Never delete a customer record.", lost: 1, paraphrased: 0, latest: { turn: 1 } },
    ]);
  });

  it("looks at the newest of what matches its filters, and says when there is more", async () => {
    const project = await stored(demoStory("refund"), good("a"), good("b"));
    expect((await audit(project, { agent: "steady", sample: 1 })).sample).toMatchObject({
      sessions: 1,
      isWhole: false,
    });
    expect((await audit(project, { outcome: "wrong" })).total).toMatchObject({ sessions: 1, absent: 1 });
    expect((await audit(project, { from: "2099-01-01T00:00:00Z" })).total.sessions).toBe(0);
    expect((await audit(freshProject())).total).toMatchObject({ sessions: 0, absentPerSession: null });
  });

  it("lists decisions with where their evidence was, a page at a time", async () => {
    const project = await stored(demoStory("refund"), good("a"));
    const ask = (parts: object) => listDecisions(db, project, decisionsRoute.query.parse(parts));
    const { decisions } = decisionsRoute.response.parse(await ask({}));
    expect(decisions).toMatchObject([
      { turn: 4, step: "branch", absent: 1, outcome: "wrong", declared: true },
    ]);
    const all = (await ask({ evidence: "any" })).decisions;
    const { total } = await audit(project);
    expect(all).toHaveLength(total.decisions);
    const page = await ask({ evidence: "any", offset: 1, limit: 1 });
    expect(page).toMatchObject({ decisions: [all[1]], more: all.length > 2 });
  });

  it("lists groups up to a bound, those with most sessions first, and counts all of them", async () => {
    const agents = Array.from({ length: AUDIT_ROWS + 3 }, (_, i) =>
      trace(`s${i}`, { agent: `agent ${i}` })
        .turn((t) => t.user("Go on.").says("Done."))
        .events(),
    );
    const twice = trace("again", { agent: "agent 7" })
      .turn((t) => t.user("Go on.").says("Done."))
      .events();
    const { agents: listed, total } = await audit(await stored(...agents, twice));
    expect(listed).toHaveLength(AUDIT_ROWS);
    expect(listed[0]).toMatchObject({ value: "agent 7", sessions: 2 });
    expect(total.sessions).toBe(AUDIT_ROWS + 4);
  });

  it("of much is made by another process, and one of little by this one", async () => {
    const project = await stored(demoStory("refund"), good("a"));
    const read = vi.spyOn(Reader.prototype, "read");
    const query = auditQuery.parse({});
    expect(await answerAudit(db, project, "", query)).toEqual(await getAudit(db, project, query));
    expect(read).not.toHaveBeenCalled();
    const sessionId = makeSessionKey(project, "a");
    await db.session.update({ where: { sessionId }, data: { turns: 30_000 } });
    const here = await getAudit(db, project, query);
    expect(await askAudit(db, project, "", query)).toEqual(here);
    const answer = await answerAudit(db, project, "", query);
    if (!(answer instanceof JsonText)) throw new Error("this process has made it itself");
    expect(JSON.parse(Buffer.concat(answer.pieces).toString("utf8"))).toEqual(here);
    expect(read.mock.calls.map(([asked]) => [asked.read, asked.as])).toEqual([
      ["audit", "value"],
      ["audit", "json"],
    ]);
  });
});
