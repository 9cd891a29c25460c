import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { getTrend as route } from "@/lib/api/endpoints/trends";
import { sayOfFinding } from "@/lib/commands/verdicts";
import type { TrendFigure } from "@/lib/core/figures/trend";
import { BILL_TRENDS } from "@/lib/core/figures/trend";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { getTrend } from "./get-trend";
import { listSessionsToLookAt } from "./to-look-at";
import { demoStory } from "@/lib/demo";

const db = testDatabase();

async function stored(...sessions: TraceEvent[][]): Promise<string> {
  const project = freshProject();
  for (const events of sessions) {
    await appendEvents(db, project, events, "refuse");
    await analyseSession(db, makeSessionKey(project, events[0]?.session ?? ""));
  }
  return project;
}

describe("the sessions that need a look", () => {
  it("are those with proved serious findings, each with its first one and the shape of its window", async () => {
    const project = await stored(demoStory("refund"), demoStory("test-fixing"));
    const { sessions, total } = await listSessionsToLookAt(db, project);
    expect(total).toBe(1);
    expect(sessions[0]).toMatchObject({
      session: { externalId: "demo-refund-7741" },
      finding: { code: "evidence.dangling", turn: 4, times: 1 },
    });
    expect(sessions[0]?.windows.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect((await listSessionsToLookAt(db, freshProject())).total).toBe(0);
  });

  it("are fewer once a person says that a finding is false", async () => {
    const project = await stored(demoStory("refund"));
    const key = makeSessionKey(project, "demo-refund-7741");
    const finding = await db.finding.findFirst({ where: { sessionId: key, code: "evidence.dangling" } });
    const caller: Caller = {
      project,
      role: "editor",
      actor: { kind: "user", id: "u", email: "ada@example.com", name: "Ada" },
      address: null,
    };
    const input = { id: makePublicId(key), finding: finding?.id ?? "", verdict: "false", note: "" } as const;
    await sayOfFinding({ ctx: { db, caller }, input });
    expect((await listSessionsToLookAt(db, project)).total).toBe(0);
  });
});

describe("the trend of a project", () => {
  it("is the mean over the sessions of a week, also by agent, up to the newest one", async () => {
    const project = await stored(demoStory("refund"), demoStory("test-fixing"));
    const trend = await getTrend(db, project, route.query.parse({ figure: "serious", split: "agent" }));
    expect(trend.steps).toHaveLength(12);
    expect(trend.steps.at(-1)).toBe("2026-07-06T00:00:00.000Z");
    expect(trend.total.at(-1)).toEqual({ sessions: 1, known: 1, mean: 0, error: null });
    expect(trend.total.at(-2)).toEqual({ sessions: 0, known: 0, mean: null, error: null });
    expect(trend.parts.map(({ value }) => value)).toEqual(["cli-agent 0.4"]);
    expect(trend.sample).toEqual({ sessions: 1, isWhole: true });
  });

  it("has costs in one currency, and none where nothing can be priced", async () => {
    const project = await stored(demoStory("refund"));
    const cost = await getTrend(db, project, route.query.parse({ figure: "cost", per: "day" }));
    expect(cost.currency).toBe("USD");
    expect(cost.total.at(-1)?.mean).toBeGreaterThan(0);
    const empty = await getTrend(db, freshProject(), route.query.parse({ figure: "cost" }));
    expect(empty).toMatchObject({ currency: null, sample: { sessions: 0, isWhole: true } });
  });

  it("has what bills say: the money written again, the losses, and the floor", async () => {
    const project = await stored(demoStory("release-notes"));
    const newest = async (figure: TrendFigure) => {
      const { total, currency } = await getTrend(db, project, route.query.parse({ figure }));
      return { mean: total.at(-1)?.mean ?? 0, currency };
    };
    const cost = await newest("cost");
    const [carried, rewritten, losses, floor] = await Promise.all(BILL_TRENDS.map(newest));
    expect(rewritten?.currency).toBe("USD");
    expect(rewritten?.mean).toBeGreaterThan(0);
    expect((carried?.mean ?? 0) + (rewritten?.mean ?? 0)).toBeLessThan(cost.mean);
    expect(losses?.mean).toBeGreaterThanOrEqual(3);
    expect(losses?.currency).toBeNull();
    expect(floor?.mean).toBeGreaterThan(0);
  });

  it("splits money by what it was paid for, and losses by why the cache was lost", async () => {
    const project = await stored(demoStory("release-notes"));
    const byCause = (figure: TrendFigure) =>
      getTrend(db, project, route.query.parse({ figure, split: "cause" }));
    for (const figure of ["cost", "costLost", "cacheLosses"] as const) {
      const { total, parts, otherParts } = await byCause(figure);
      const sum = parts.reduce((all, { steps }) => all + (steps.at(-1)?.mean ?? 0), 0);
      expect(sum).toBeCloseTo(total.at(-1)?.mean ?? -1, 9);
      expect(parts.length).toBeGreaterThan(1);
      expect(otherParts).toBe(0);
    }
    expect((await byCause("costLost")).parts.map(({ value }) => value)).toContain("idle");
    expect((await byCause("serious")).parts).toEqual([]);
  });
});
