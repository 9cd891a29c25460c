import { expect, it } from "vitest";
import { listSessions as route } from "@/lib/api/endpoints/sessions";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { demoStory } from "@/lib/demo";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { testDatabase } from "@/lib/testing/database";
import { countExamples } from "./has-demo";
import { listFacets } from "./list-facets";
import { listSessions } from "./list-sessions";

const db = testDatabase();

async function store(events: TraceEvent[]): Promise<string> {
  await appendEvents(db, DEFAULT_PROJECT, events, "refuse");
  const key = makeSessionKey(DEFAULT_PROJECT, events[0]?.session ?? "");
  await analyseSession(db, key);
  return makePublicId(key);
}

async function listed(query: Record<string, string>) {
  const { sessions, total } = await listSessions(db, DEFAULT_PROJECT, route.query.parse(query));
  return { names: sessions.map(({ externalId }) => externalId).toSorted(), total };
}

const agents = async (examples?: "in") =>
  (await listFacets(db, DEFAULT_PROJECT, "main", examples)).agent.map(({ value }) => value);

it("the demo sessions are listed and counted while there are no others, and then only where they are asked for", async () => {
  const demo = await store(demoStory("refund"));
  expect(await listed({ examples: "out" })).toEqual({ names: ["demo-refund-7741"], total: 1 });
  expect(await countExamples(db, DEFAULT_PROJECT)).toBe(0);
  expect(await agents()).toEqual(["support-desk 3.4"]);

  await store(demoStory("test-fixing").map((event) => ({ ...event, session: "own" })));
  expect(await countExamples(db, DEFAULT_PROJECT)).toBe(1);
  expect(await listed({ examples: "out" })).toEqual({ names: ["own"], total: 1 });
  expect(await listed({})).toEqual({ names: ["demo-refund-7741", "own"], total: 2 });
  expect(await listed({ examples: "out", ids: demo })).toEqual({ names: ["demo-refund-7741"], total: 1 });
  expect(await agents()).toEqual(["cli-agent 0.4"]);
  expect(await agents("in")).toEqual(expect.arrayContaining(["cli-agent 0.4", "support-desk 3.4"]));
});
