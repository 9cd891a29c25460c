import { describe, expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { readSessionFreshness } from "@/lib/queries/reading/reading";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { deriveSession } from "../derive/derive-session";
import { analyseSession } from "./analyse-session";
import { readAnalysesDue } from "@/lib/db/derived/analysis-due";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();
const SESSION = "running";
const TOOK_MS = 10_000;

const dueIn = async (key: string) => (await readAnalysesDue(db, [key]))[0]?.ms;

async function runningSession(analysed: number) {
  const project = freshProject();
  const key = makeSessionKey(project, SESSION);
  let story = trace(SESSION);
  for (let turn = 0; turn < 40; turn++) story = story.turn((t) => t.user(`question ${turn}`));
  const events = story.events();
  const turnAt = events.map(({ type }, i) => (type === "turn.recorded" ? i : -1)).filter((i) => i >= 0);
  const upTo = async (turns: number) => {
    await appendEvents(db, project, events.slice(0, (turnAt[turns - 1] ?? 0) + 1), "refuse");
    await deriveSession(db, key);
  };
  await upTo(analysed);
  expect(await dueIn(key)).toBe(0);
  await analyseSession(db, key);
  await db.$executeRawUnsafe(
    placeAtSession("UPDATE session SET analysed_ms = $2 WHERE session_id = $1::uuid"),
    key,
    TOOK_MS,
  );
  return { project, key, upTo };
}

describe("a running session is analysed", () => {
  it("not at all while nothing is new", async () => {
    const { project, key } = await runningSession(20);
    expect(await dueIn(key)).toBeUndefined();
    expect(await readSessionFreshness(db, project, SESSION)).toMatchObject({
      asOfTurn: 19,
      analysedAsOfTurn: 19,
    });
  });

  it("within a minute after a turn, and says meanwhile as of which turn", async () => {
    const { project, key, upTo } = await runningSession(20);
    await upTo(21);
    const ms = (await dueIn(key)) ?? 0;
    expect(ms).toBeGreaterThan(2 * TOOK_MS);
    expect(ms).toBeLessThanOrEqual(60_000);
    expect(await readSessionFreshness(db, project, SESSION)).toMatchObject({
      asOfTurn: 20,
      analysedAsOfTurn: 19,
    });
    await analyseSession(db, key);
    expect(await readSessionFreshness(db, project, SESSION)).toMatchObject({ analysedAsOfTurn: 20 });
  });

  it("sooner when it has grown by a share, so that a turn's part in an analysis is bounded", async () => {
    const { key, upTo } = await runningSession(20);
    await upTo(24);
    expect(await dueIn(key)).toBeLessThanOrEqual(TOOK_MS);
  });
});
