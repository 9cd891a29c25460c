import fc from "fast-check";
import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { ANALYSED_TABLES } from "@/lib/db/derived/tables";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import { trace } from "@/lib/testing/trace-builder";
import { analyseNewSessions } from "./analyse-new-sessions";
import { analyseSession } from "./analyse-session";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();

const COLUMNS =
  "analysed_seq, analysed_turn, dangling, decisions, decisions_absent, token_turns::text, policy, tools, coverage, findings_by_code, findings_by_severity, serious, findings_suspected, finding_codes, findings_stamp";

async function stored(project: string, events: readonly TraceEvent[]): Promise<string> {
  const { changed } = await appendEvents(db, project, events, "refuse");
  const [key = ""] = changed;
  await deriveSession(db, key);
  return key;
}

async function analysisOf(key: string) {
  const { session: _session, ...rows } = await derivedRows(db, key, ANALYSED_TABLES);
  const columns = await db.$queryRawUnsafe<object[]>(
    placeAtSession(`SELECT ${COLUMNS} FROM session WHERE session_id = $1::uuid`),
    key,
  );
  const filters = await db.$queryRawUnsafe<object[]>(
    placeAtSession(
      "SELECT no, last, texts, encode(words, 'hex') AS words FROM word_filter WHERE session_id = $1::uuid ORDER BY no",
    ),
    key,
  );
  return { rows, columns, filters };
}

it("stores what each session's own analysis stores", async () => {
  const [together, apart] = [freshProject(), freshProject()];
  const keys: [string, string][] = [];
  const made = fc.sample(arbitrarySession, { numRuns: 12, seed: 7 });
  const named = made.map((events, i) => events.map((event) => ({ ...event, session: `made-${i}` })));
  for (const events of [...DEMO_STORIES.map(demoStory), ...named])
    keys.push([await stored(together, events), await stored(apart, events)]);
  const [analysed, left]: [string[], string[]] = [[], []];
  for (let more = true; more;) {
    const made = await analyseNewSessions(db, together);
    analysed.push(...made.analysed);
    left.push(...made.left);
    more = made.more;
  }
  expect(analysed.sort()).toEqual(keys.map(([mine]) => mine).sort());
  expect(left).toEqual([]);
  for (const key of left) await analyseSession(db, key);
  for (const [mine, other] of keys) {
    await analyseSession(db, other);
    const expected = await analysisOf(other);
    expect(await analysisOf(mine)).toEqual(JSON.parse(JSON.stringify(expected).replaceAll(apart, together)));
  }
});

it("leaves sessions that were analysed before as they are, and those of other projects", async () => {
  const [project, other] = [freshProject(), freshProject()];
  const turn = (id: string) =>
    trace(id)
      .turn((t) => t.user("one"))
      .events();
  const known = await stored(project, turn("known"));
  await analyseSession(db, known);
  const fresh = await stored(project, turn("fresh"));
  await stored(other, turn("elsewhere"));
  expect(await analyseNewSessions(db, project)).toEqual({ analysed: [fresh], left: [], more: false });
  expect(await analyseNewSessions(db, project)).toEqual({ analysed: [], left: [], more: false });
  expect(makeSessionKey(project, "fresh")).toBe(fresh);
});

it("and a session's own analysis at the same time leave one of them", async () => {
  const [together, apart] = [freshProject(), freshProject()];
  const keys: [string, string][] = [];
  for (const events of DEMO_STORIES.map(demoStory))
    keys.push([await stored(together, events), await stored(apart, events)]);
  await Promise.all([
    analyseNewSessions(db, together),
    ...keys.map(([mine]) => analyseSession(db, mine, { rebuild: true })),
  ]);
  for (const [mine, other] of keys) {
    await analyseSession(db, other);
    const expected = await analysisOf(other);
    expect(await analysisOf(mine)).toEqual(JSON.parse(JSON.stringify(expected).replaceAll(apart, together)));
  }
});
