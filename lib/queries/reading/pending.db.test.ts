import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { reportNow } from "@/lib/queries/ingestion/import-report";
import { getSession } from "@/lib/queries/session/get-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";

const db = testDatabase();

function storyOf(turns: number) {
  let story = trace("waits");
  for (let turn = 0; turn < turns; turn++) story = story.turn((t) => t.user(`Question ${turn}.`));
  return story.events();
}

it("a session tells no figure before it is worked out, then the figures, then also what follows from them", async () => {
  const project = freshProject();
  const key = makeSessionKey(project, "waits");
  const seen = async () => {
    const { counts, pending, findings, tokens } = await getSession(db, project, "waits");
    return {
      turns: counts.turns,
      evictions: counts.evictions,
      evicted: tokens.evicted,
      what: pending?.what,
      findings,
    };
  };
  await appendEvents(db, project, storyOf(8), "refuse");
  expect(await seen()).toEqual({ turns: null, evictions: null, evicted: null, what: "all", findings: null });
  await deriveSession(db, key);
  expect(await seen()).toMatchObject({ turns: 8, evictions: 0, what: "findings", findings: null });
  await analyseSession(db, key);
  expect(await seen()).toMatchObject({ turns: 8, what: undefined, findings: {} });
  await appendEvents(db, project, storyOf(10), "refuse");
  expect(await seen()).toMatchObject({ turns: 8, what: "turns" });
});

it("an import does not say that a file with turns has none while they are being worked out", async () => {
  const project = freshProject();
  await appendEvents(db, project, storyOf(8), "refuse");
  const stored = {
    ...{
      format: "sightglass-events",
      sessions: [{ externalId: "waits", format: "sightglass-events" }],
      warnings: [],
    },
    ...{ events: { accepted: 9, duplicates: 0 }, records: { found: 9, read: 9, named: 0 } },
  };
  const before = await reportNow(db, project, stored);
  expect(before.sessions[0]).toMatchObject({ turns: null, toolCalls: null });
  expect(before.waiting).toBeGreaterThan(0);
  await deriveSession(db, makeSessionKey(project, "waits"));
  expect(await reportNow(db, project, stored)).toMatchObject({
    waiting: 0,
    sessions: [{ turns: 8, toolCalls: 0 }],
  });
});
