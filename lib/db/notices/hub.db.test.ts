import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../client";
import { deleteSessionTree } from "../sessions/delete-sessions";
import type { SessionNotice } from "./notices";
import { announceChange, readNoticeOfNow } from "./notices";
import { appendEvents } from "../log/append";
import { makeSessionKey } from "../session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { NoticeHub } from "./hub";
import type { Tail } from "./tail";

const db = testDatabase();
const url = process.env.DATABASE_URL ?? "";
const hubs: NoticeHub[] = [];
afterAll(() => hubs.forEach((hub) => hub.close()));

let project = "";
beforeEach(() => {
  project = freshProject();
});

const WAIT_MS = 10_000;
const threeTurns = trace("growing")
  .turn((t) => t.user("Look.", "goal").calls("read", {}, "c1"))
  .turn((t) => t.result("c1", "a line\n".repeat(50)).calls("read", { page: 2 }, "c2"))
  .turn((t) => t.result("c2", "another line\n".repeat(50)).says("Seen."))
  .events();

function newHub(client: Database = db): NoticeHub {
  const hub = new NoticeHub(client, url);
  hubs.push(hub);
  return hub;
}

async function add(from: number, to: number): Promise<string> {
  await appendEvents(db, project, threeTurns.slice(from, to), "refuse");
  const key = makeSessionKey(project, "growing");
  await deriveSession(db, key);
  return key;
}

async function isListening(hub: NoticeHub): Promise<void> {
  const probe = hub.open({ project: freshProject() });
  await probe.take(WAIT_MS);
  probe.close();
}

function counting(): { client: Database; statements: () => number } {
  let asked = 0;
  const client = db.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        asked++;
        return query(args);
      },
    },
  });
  return { client: client as unknown as Database, statements: () => asked };
}

async function newestOf(tail: Tail) {
  const news = await tail.take(WAIT_MS);
  return news?.notices.at(-1);
}

/** The first notice that fits; `null` when none comes in time. A tail that missed something is told what is there before. */
async function noticeThat(
  tail: Tail,
  fits: (notice: SessionNotice) => boolean,
): Promise<SessionNotice | null> {
  for (;;) {
    const news = await tail.take(WAIT_MS);
    if (news === null) return null;
    const found = news.notices.find(fits);
    if (found !== undefined) return found;
  }
}

describe("the hub", () => {
  it("hands on what derivation, analysis and deletion announce, with the turns that were written", async () => {
    const hub = newHub();
    await isListening(hub);
    const tail = hub.open({ project });
    const key = await add(0, 2);
    const first = await newestOf(tail);
    expect(first).toMatchObject({ project, session: key, deleted: false, fromTurn: 0 });
    await add(2, threeTurns.length);
    const second = await newestOf(tail);
    expect(second).toMatchObject({ session: key, lastTurn: 2 });
    expect(second?.version).toBeGreaterThan(first?.version ?? 0);
    await analyseSession(db, key);
    expect(await newestOf(tail)).toMatchObject({ session: key, fromTurn: null, lastTurn: 2 });
    await deleteSessionTree(db, project, key);
    expect(await newestOf(tail)).toMatchObject({ session: key, deleted: true });
    tail.close();
  });

  it("says nothing of what was rolled back, and nothing of other projects", async () => {
    const hub = newHub();
    await isListening(hub);
    const tail = hub.open({ project: freshProject() });
    const own = hub.open({ project });
    const key = await add(0, 2);
    await newestOf(own);
    await db
      .$transaction(async (tx) => {
        await announceChange(tx, key, 0);
        throw new Error("taken back");
      })
      .catch(() => undefined);
    expect([await tail.take(300), await own.take(300)]).toEqual([null, null]);
  });

  it("asks nothing of the database for 500 open tails, however often the session changes", async () => {
    const { client, statements } = counting();
    const hub = newHub(client);
    const key = await add(0, 1);
    await isListening(hub);
    const tails = Array.from({ length: 500 }, (_, i) =>
      i % 2 === 0 ? hub.open({ session: key }) : hub.open({ project }),
    );
    const before = statements();
    for (let i = 1; i < threeTurns.length; i++) {
      await add(i, i + 1);
      await Promise.all(tails.map((tail) => newestOf(tail)));
    }
    expect(statements() - before).toBe(0);
  });

  it("listens again when its connection is lost, and tells what changed meanwhile", async () => {
    const hub = newHub();
    await isListening(hub);
    const list = hub.open({ project });
    const key = await add(0, 2);
    await newestOf(list);
    const tail = hub.open({ session: key });
    await db.$queryRawUnsafe(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'notices of sightglass' AND datname = current_database()",
    );
    await add(2, threeTurns.length);
    expect(await noticeThat(tail, ({ lastTurn }) => lastTurn === 2)).toMatchObject({ session: key });
    let isReset = false;
    const told = new Set<string>();
    while (!isReset || !told.has(key)) {
      const news = await list.take(WAIT_MS);
      if (news === null) break;
      isReset ||= news.reset;
      for (const { session } of news.notices) told.add(session);
    }
    expect({ isReset, told: [...told] }).toEqual({ isReset: true, told: [key] });
    await analyseSession(db, key);
    const analysed = await readNoticeOfNow(db, key);
    // A notice that nobody has taken yet becomes one with it, and then it names turns.
    const isAnalysis = ({ version }: SessionNotice) => version === analysed?.version;
    expect(await noticeThat(tail, isAnalysis)).toMatchObject({ session: key });
  });
});
