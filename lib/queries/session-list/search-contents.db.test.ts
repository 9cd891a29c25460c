import { describe, expect, it, vi } from "vitest";
import { listSessions as route } from "@/lib/api/endpoints/sessions";
import { changeSession } from "@/lib/commands/change-session";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { sweepOutdated } from "@/lib/pipeline/worker/sweep";
import { testDatabase } from "@/lib/testing/database";
import { addProject, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker } from "@/lib/testing/worker";
import { parseSearchWords } from "@/lib/core/questions/contents/search-words";
import { BlockTexts } from "@/lib/db/log/block-texts";
import { compareSessions, compareWindows } from "./compare-sessions";
import { listSessions } from "./list-sessions";
import { readRunsThatMayHave } from "@/lib/db/derived/runs-that-may-have";
import { searchContents, SEARCH_BOUNDS, findSessionsWith, searchAll } from "./search-contents";
import { findLastNeededTurn, suggestWhys } from "../questions/why-suggestions";
import { demoStory } from "@/lib/demo";
import { placeAtSession } from "@/lib/db/places";

testWorker();
const db = testDatabase();
inTeamMode();

const [REFUND, DAEMON] = ["demo-refund-7741", "demo-publishing-daemon"];

async function twoSessions(): Promise<string> {
  const project = await addProject(db);
  for (const [events, id] of [
    [demoStory("refund"), REFUND],
    [demoStory("publishing-daemon"), DAEMON],
  ] as const) {
    await appendEvents(db, project, events, "refuse");
    await analyseSession(db, makeSessionKey(project, id));
  }
  return project;
}

const list = (project: string, asked: object) => listSessions(db, project, route.query.parse(asked));
const idsOf = ({ sessions }: Awaited<ReturnType<typeof list>>) =>
  sessions.map(({ externalId }) => externalId);

describe("a search over contents", () => {
  it("finds sessions by words of their texts, with the place, in the bounds of the project", async () => {
    const [project, other] = [await twoSessions(), await addProject(db)];
    const found = await list(project, { text: '"LMP-114"' });
    expect(idsOf(found)).toEqual([REFUND]);
    const match = found.matches[found.sessions[0]?.id ?? ""];
    expect(match?.text).toMatch(/\ue000/);
    expect([match?.hits, match?.hasMore]).toEqual([1, false]);
    const { matches } = await list(project, { text: "order" });
    expect(Object.values(matches).some(({ hits }) => hits > 1)).toBe(true);
    expect(idsOf(await list(project, { text: "nowhere-in-any-text" }))).toEqual([]);
    expect(idsOf(await list(other, { text: '"LMP-114"' }))).toEqual([]);
    for (const hostile of ["'; DROP TABLE session; --", "\0", '"', "a & | !", "\ud800"])
      expect((await list(project, { text: hostile })).sessions.length).toBeLessThan(3);
  });
});

describe("a session that was analysed before searches had filters", () => {
  it("gets its own by itself, and is found then", async () => {
    const project = await twoSessions();
    const key = makeSessionKey(project, REFUND);
    await db.$executeRawUnsafe(placeAtSession("DELETE FROM word_filter WHERE session_id = $1::uuid"), key);
    await db.$executeRawUnsafe(
      placeAtSession("UPDATE session SET findings_stamp = 'before' WHERE session_id = $1::uuid"),
      key,
    );
    expect(idsOf(await list(project, { text: '"LMP-114"' }))).toEqual([]);
    await sweepOutdated(db);
    await expect.poll(async () => idsOf(await list(project, { text: '"LMP-114"' }))).toEqual([REFUND]);
  });
});

describe("what is asked for of contents", () => {
  const SAID = "what-was-said";
  async function oneSession(): Promise<string> {
    const project = await addProject(db);
    await appendEvents(db, project, said(["The refund of LMP-114 left", "nothing else", LONG]), "refuse");
    await analyseSession(db, makeSessionKey(project, SAID));
    return project;
  }
  const LONG = `${"filler and padding ".repeat(30_000)} beyond`;
  const said = (texts: readonly string[]) =>
    texts.reduce((story, text) => story.turn((t) => t.user(text)), trace(SAID)).events();

  it.each([
    ["refund lmp", true],
    ['"lmp 114"', true],
    ["LMP-114", true],
    ['"114 lmp"', false],
    ["refund else", false],
    ["nowhere or else", true],
    ["else -nothing", false],
    ["else -refund", true],
    ["padding", true],
  ])("%s: %s", async (text, isFound) => {
    expect(idsOf(await list(await oneSession(), { text })).length).toBe(isFound ? 1 : 0);
  });

  it("includes what a session has gained, and shows the place", async () => {
    const project = await oneSession();
    const key = makeSessionKey(project, SAID);
    const filters = () =>
      db.$queryRawUnsafe<{ no: number }[]>(
        placeAtSession("SELECT no, texts FROM word_filter WHERE session_id = $1::uuid ORDER BY no"),
        key,
      );
    const before = await filters();
    await appendEvents(db, project, said(["", "", "", LONG, "the newest thing", "more"]).slice(-3), "refuse");
    await analyseSession(db, key);
    const found = await list(project, { text: "newest-thing" });
    expect(found.matches[found.sessions[0]?.id ?? ""]?.text).toBe("the \ue000newest thing\ue001");
    expect((await filters()).length).toBeGreaterThan(before.length - 1);
  });
});

describe("a search over many sessions", () => {
  const MANY = 15;
  async function manySessions(): Promise<string> {
    const project = await addProject(db);
    for (let i = 0; i < MANY; i++) {
      const events = trace(`harbour-${i}`)
        .turn((t) => t.user(`The harbour, seen the ${i}th time`))
        .events();
      await appendEvents(db, project, events, "refuse");
      await analyseSession(db, makeSessionKey(project, `harbour-${i}`));
    }
    return project;
  }
  const runsOf = (project: string) => readRunsThatMayHave(db, project, parseSearchWords("harbour"), MANY);

  it("is done by another process, which finds what this one would", async () => {
    const project = await manySessions();
    const reads = vi.spyOn(BlockTexts.prototype, "readTextsOfRuns");
    const apart = await searchContents(db, project, "harbour");
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expect(apart.places.size).toBe(MANY);
    expect(apart).toEqual(await searchAll(db, project, "", "harbour"));
    const { searched, matches } = await list(project, { text: "harbour" });
    expect([searched, Object.keys(matches).length]).toEqual(["all", MANY]);
    expect(Object.values(matches)[0]?.text).toMatch(/^The \ue000harbour\ue001, seen the/);
  });

  it.each([
    ["found so many sessions", { found: 1 }],
    ["read so many characters", { chars: 1 }],
    ["took so long", { ms: 0 }],
  ])("says that it ended early when it %s", async (_, bound) => {
    const project = await manySessions();
    const asked = parseSearchWords("harbour");
    const found = await findSessionsWith(db, await runsOf(project), asked, { ...SEARCH_BOUNDS, ...bound });
    expect(found.isWhole).toBe(false);
    expect(found.places.size).toBeLessThan(MANY);
    const listed = await listSessions(db, project, route.query.parse({}), Promise.resolve(found));
    expect(listed.searched).toBe("part");
    expect(listed.sessions).toHaveLength(found.places.size);
  });
});

describe("a derived session", () => {
  it("keeps the name and the tags that people gave it when it is derived again", async () => {
    const project = await twoSessions();
    const caller = { project, role: "owner", actor: { kind: "local" }, address: null } as const;
    const input = { id: REFUND, name: "By hand", tags: ["nightly", "nightly"] };
    await changeSession({ ctx: { db, caller }, input });
    await deriveSession(db, makeSessionKey(project, REFUND), { rebuild: true });
    const named = await list(project, { tag: "nightly", costs: "1" });
    expect(named.sessions.map(({ name, tags }) => [name, tags])).toEqual([["By hand", ["nightly"]]]);
    expect(Object.keys(named.costs)).toEqual([named.sessions[0]?.id]);
    expect(idsOf(await list(project, { ids: named.sessions[0]?.id }))).toEqual([REFUND]);
  });

  it("lists what is not analysed yet", async () => {
    const project = await twoSessions();
    expect((await list(project, { pending: "1" })).total).toBe(0);
    await db.session.update({
      where: { sessionId: makeSessionKey(project, REFUND) },
      data: { serious: null },
    });
    expect(idsOf(await list(project, { pending: "1" }))).toEqual([REFUND]);
  });

  it("suggests what to ask, and knows when a block was needed last", async () => {
    const project = await twoSessions();
    const suggestions = await suggestWhys(db, project, REFUND);
    const [lost] = suggestions;
    expect(lost).toMatchObject({ why: "evidence", turn: 4 });
    const left = suggestions.filter(({ why }) => why === "left");
    expect(left.length).toBeGreaterThan(0);
    expect(left.map(({ block }) => block)).not.toContain(lost?.block);
    const daemon = await suggestWhys(db, project, DAEMON);
    const fetched = daemon.filter(({ why }) => why === "fetched").map(({ block }) => block);
    const numbers = await db.block.findMany({
      where: { sessionId: makeSessionKey(project, DAEMON) },
      select: { no: true, id: true },
    });
    const again = await db.residency.findMany({
      where: { sessionId: makeSessionKey(project, DAEMON), refetchedTurn: { not: null } },
    });
    const ids = again.map((one) => numbers.find(({ no }) => no === one.block)?.id);
    expect(ids).toEqual(expect.arrayContaining(fetched));
    for (const { why, block } of daemon) if (why === "left") expect(ids).not.toContain(block);
    expect(await findLastNeededTurn(db, project, REFUND, lost?.block ?? "")).toBe(4);
  });
});

describe("comparing two sessions", () => {
  it("aligns them, and compares their windows by content", async () => {
    const project = await twoSessions();
    const same = await compareSessions(db, project, { a: REFUND, b: REFUND }, "call");
    expect(same.by).toBe("call");
    expect(same.steps.every(({ a, b }) => a === b)).toBe(true);
    const apart = await compareSessions(db, project, { a: REFUND, b: DAEMON }, "turn");
    expect(apart.steps).toHaveLength(Math.max(apart.a.windows.size, apart.b.windows.size));
    const windows = await compareWindows(db, project, { a: REFUND, b: REFUND }, { a: 3, b: 4 });
    expect(windows.both).toBeGreaterThan(0);
    expect([...windows.onlyA, ...windows.onlyB].length).toBeGreaterThan(0);
  });
});
