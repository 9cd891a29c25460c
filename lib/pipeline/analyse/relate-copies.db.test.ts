import { describe, expect, it } from "vitest";
import { auditQuery } from "@/lib/api/endpoints/audit";
import { deleteSessionTree } from "@/lib/db/sessions/delete-sessions";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { readCopyingSessions, readRelatives } from "@/lib/db/sessions/copies";
import type { Queryable } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import { getAudit } from "@/lib/queries/audit/get-audit";
import { listCosts } from "@/lib/queries/session/list-costs";
import { getSession } from "@/lib/queries/session/get-session";
import { getCost } from "@/lib/queries/session/get-cost";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { importPath } from "@/lib/testing/import-file";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { analyseSession } from "./analyse-session";
import { deriveSession } from "../derive/derive-session";
import { queueOutdatedAnalyses } from "./reanalyse-outdated";
import type { TraceEvent } from "@/lib/core/trace/event";

const db = testDatabase();
const FORK = "lib/importers/cases/r03-fork";
const ORIGIN = "3c3c0001-0000-4000-8000-000000000001";
const COPY = "3c3c0002-0000-4000-8000-000000000002";

async function eventsIn(session: string): Promise<TraceEvent[]> {
  return (await importPath(`${FORK}/${session}.jsonl`)).sessions.get(session) ?? [];
}

async function store(project: string, events: readonly TraceEvent[]): Promise<string> {
  await appendEvents(db, project, events, "refuse");
  const key = makeSessionKey(project, events[0]?.session ?? "");
  await analyseSession(db, key);
  await queueOutdatedAnalyses(db, project);
  return key;
}

async function totalsOf(project: string) {
  const audit = await getAudit(db, project, auditQuery.parse({}));
  const keys = (await db.session.findMany({ where: { projectId: project } })).map(
    ({ sessionId }) => sessionId,
  );
  const costs = await listCosts(db, project, keys);
  const cost = [...costs.values()].flatMap((one) => one.costs).reduce((sum, { total }) => sum + total, 0);
  const bills = await Promise.all(keys.map((key) => getCost(db, project, makePublicId(key))));
  return {
    cost: Math.round(cost * 1e6),
    billed: Math.round(bills.reduce((sum, { total }) => sum + (total ?? 0), 0) * 1e6),
    spent: Math.round((audit.spending.costs[0]?.total ?? 0) * 1e6),
    calls: audit.spending.models.reduce((sum, { calls }) => sum + calls, 0),
    tools: audit.tools.map(({ tool, calls, results }) => [tool, calls, results]),
    decisions: audit.total.decisions,
  };
}

describe("a session that begins with a copy of another one", () => {
  it.each([
    ["after it", [ORIGIN, COPY]],
    ["before it", [COPY, ORIGIN]],
  ])("counts its copied turns once, when it comes %s", async (_, order) => {
    const project = freshProject();
    for (const session of order) await store(project, await eventsIn(session));
    expect(await totalsOf(project)).toMatchObject({ calls: 3, tools: [["Edit", 1, 1]] });
    const [origin, copy] = await Promise.all([ORIGIN, COPY].map((id) => getSession(db, project, id)));
    expect([origin?.copied, copy?.copied]).toEqual([null, { turns: 2, ownFrom: 2, sessionId: origin?.id }]);
    expect(copy?.forkedFrom).toEqual({ externalId: ORIGIN, sessionId: origin?.id });
    const { cost, billed, spent } = await totalsOf(project);
    expect([billed, spent]).toEqual([cost, cost]);
  });

  it("changes no total of the project where it is nothing but a copy", async () => {
    const project = freshProject();
    await store(project, await eventsIn(ORIGIN));
    const before = await totalsOf(project);
    const copy = (await eventsIn(COPY)).filter((event) => event.type !== "turn.recorded" || event.turn < 2);
    await store(project, copy);
    expect(await totalsOf(project)).toEqual(before);
    expect(before.cost).toBeGreaterThan(0);
  });

  it("counts what it copied once the original is deleted", async () => {
    const project = freshProject();
    const alone = freshProject();
    await store(alone, await eventsIn(COPY));
    const origin = await store(project, await eventsIn(ORIGIN));
    await store(project, await eventsIn(COPY));
    await deleteSessionTree(db, project, origin);
    await queueOutdatedAnalyses(db, project);
    expect(await totalsOf(project)).toEqual(await totalsOf(alone));
    expect((await getSession(db, project, COPY)).forkedFrom).toEqual({ externalId: ORIGIN, sessionId: null });
  });
});

describe("sessions that no program relates", () => {
  const calls = (session: string, { time = 1_000, id = "c1", tokens = 120 }) =>
    trace(session)
      .turn((t) => at(t, time).user("List the files.").calls("ls", {}, id).usage(tokens, 20))
      .turn((t) =>
        at(t, time + 5_000)
          .result(id, "a.txt")
          .says("One file.")
          .usage(tokens + 30, 8),
      )
      .events();
  const at = (turn: TurnBuilder, time: number) => Object.assign(turn, { at: time });
  const drawn = "toolu_01AbCdEfGhIjKlMnOp";

  it.each<[string, Parameters<typeof calls>[1], Parameters<typeof calls>[1], number]>([
    ["a copy has the time of its original", {}, {}, 2],
    ["an equal run at another time is no copy", {}, { time: 90_000 }, 4],
    ["an id that the provider drew is enough", { id: drawn }, { id: drawn, time: 90_000 }, 2],
    ["another drawn id is another call", { id: drawn }, { id: drawn.replace("Ab", "Zz") }, 4],
    ["other tokens are another call", { id: drawn }, { id: drawn, tokens: 121 }, 4],
  ])("%s", async (_, first, second, own) => {
    const project = freshProject();
    await store(project, calls("one", first));
    await store(project, calls("two", second));
    expect(await ownTurns(project)).toBe(own);
  });

  it("a copy may begin behind a compaction of its original, and end before the original goes on", async () => {
    const project = freshProject();
    const turn = (t: TurnBuilder, n: number) =>
      at(t, n * 1_000)
        .says(`answer ${n}`)
        .usage(100 + n, n);
    const origin = trace("one");
    for (const n of [1, 2]) origin.turn((t) => turn(t.user(`question ${n}`, `q${n}`), n));
    origin.turn((t) => turn(t.compact("s", "what was said", ["q1", "q2"]), 3));
    for (const n of [4, 5]) origin.turn((t) => turn(t.user(`question ${n}`), n));
    const copy = trace("two").turn((t) => turn(t.block("s", "compaction_summary", "what was said"), 3));
    for (const n of [4, 6]) copy.turn((t) => turn(t.user(`question ${n}`), n));
    await store(project, copy.events());
    await store(project, origin.events());
    expect(await ownTurns(project)).toBe(6);
  });

  it("are compared, however many begin alike", async () => {
    const project = freshProject();
    const first = await store(project, calls("one", { id: drawn }));
    const { openings, callHash } = await openingOf(first);
    const forks = Array.from({ length: 640 }, (_, i) => `fork-${i}`);
    const row = await db.session.findFirstOrThrow({ where: { projectId: project } });
    const like = (externalId: string) => ({
      ...row,
      sessionId: makeSessionKey(project, externalId),
      externalId,
    });
    await db.session.createMany({ data: forks.map(like) as never });
    expect(openings.length).toBe(1);
    expect(callHash).not.toBeNull();
    const relatives = await readRelatives(db, project, [{ externalId: "one", openings, forkedFrom: null }]);
    expect(relatives).toHaveLength(641);
  });

  it("are read once, and their calls only where they are new or have changed", async () => {
    const project = freshProject();
    const forks = Array.from({ length: 12 }, (_, i) => calls(`fork-${i}`, { id: drawn }));
    for (const fork of forks) await store(project, fork);
    expect(await ownTurns(project)).toBe(2);
    expect(await readFor(project, "fork-0")).toEqual({ sessions: 12, turns: 0 });
    await appendEvents(db, project, calls("fork-12", { id: drawn }), "refuse");
    await appendEvents(db, project, grown("fork-3"), "refuse");
    await deriveSession(db, makeSessionKey(project, "fork-12"));
    await deriveSession(db, makeSessionKey(project, "fork-3"));
    expect(await readFor(project, "fork-12")).toEqual({ sessions: 13, turns: 2 + 3 });
    expect(await readFor(project, "fork-12")).toEqual({ sessions: 13, turns: 0 });
  });

  /** How many rows are read to compare a session with its relatives. */
  async function readFor(project: string, externalId: string) {
    const read = { sessions: 0, turns: 0 };
    const counted: Queryable = {
      ...db,
      $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => {
        const rows = await db.$queryRawUnsafe<unknown[]>(sql, ...values);
        read[sql.includes("FROM turn") ? "turns" : "sessions"] += rows.length;
        return rows as T;
      },
    };
    const { openings, forkedFrom } = await db.session.findFirstOrThrow({
      where: { projectId: project, externalId },
    });
    await readCopyingSessions(
      counted,
      await readRelatives(counted, project, [{ externalId, openings, forkedFrom }]),
    );
    return read;
  }

  const grown = (session: string) =>
    trace(session)
      .turn((t) => at(t, 1_000).user("List the files.").calls("ls", {}, drawn).usage(120, 20))
      .turn((t) => at(t, 6_000).result(drawn, "a.txt").says("One file.").usage(150, 8))
      .turn((t) => at(t, 9_000).user("Thanks.").says("You are welcome.").usage(170, 4))
      .events();

  async function openingOf(key: string) {
    const { openings } = await db.session.findFirstOrThrow({ where: { sessionId: key } });
    const turn = await db.turn.findFirstOrThrow({ where: { sessionId: key } });
    return { openings, callHash: (turn.extra as { callHash?: string }).callHash ?? null };
  }

  async function ownTurns(project: string) {
    const rows = await db.session.findMany({ where: { projectId: project } });
    return rows.reduce((sum, { turns, copiedTurns }) => sum + turns - copiedTurns, 0);
  }
});
