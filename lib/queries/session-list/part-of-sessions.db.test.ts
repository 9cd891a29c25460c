import { expect, it } from "vitest";
import { auditQuery } from "@/lib/api/endpoints/audit";
import { listDecisions as decisionsRoute } from "@/lib/api/endpoints/audit";
import { listSessions as sessionsRoute } from "@/lib/api/endpoints/sessions";
import type { Database } from "@/lib/db/client";
import { readSaidPlace } from "@/lib/db/guarded-pool";
import { limitToSessions } from "@/lib/db/reachable";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { hearStatements } from "@/lib/testing/cluster/sent-statements";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { demoStory } from "@/lib/demo";
import { getSettings } from "../access/get-settings";
import { getAudit } from "../audit/get-audit";
import { listDecisions } from "../audit/list-decisions";
import { getTrends } from "../home/get-trend";
import { listSessionsToLookAt } from "../home/to-look-at";
import { listFacets } from "./list-facets";
import { listSessions } from "./list-sessions";
import { searchAll, searchContents } from "./search-contents";
import { projectWaiting } from "../reading/reading";

const db = testDatabase();
/** What statements said of their place. */
const heard = new Map<string, ReturnType<typeof readSaidPlace>>();
hearStatements((text, _, asked) => heard.set(text, readSaidPlace(asked)));
const NOW = Date.UTC(2026, 6, 10);

async function stored(...names: Parameters<typeof demoStory>[0][]): Promise<string> {
  const project = freshProject();
  for (const name of names) {
    const events = demoStory(name);
    await appendEvents(db, project, events, "refuse");
    await analyseSession(db, makeSessionKey(project, events[0]?.session ?? ""));
  }
  return project;
}

/** All that lists, the home page and the audit say, without the ids that differ between projects. */
async function said(from: Database, project: string): Promise<unknown> {
  const answers = await Promise.all([
    listSessions(from, project, sessionsRoute.query.parse({ role: "any", costs: "1" })),
    listSessions(from, project, sessionsRoute.query.parse({ sort: "cost", finding: "evidence.dangling" })),
    listFacets(from, project),
    listSessionsToLookAt(from, project),
    getTrends(from, project, ["serious", "cost"], { per: "week", split: "agent", now: NOW }),
    getAudit(from, project, auditQuery.parse({})),
    listDecisions(from, project, decisionsRoute.query.parse({ evidence: "any" })),
    projectWaiting(from, project),
  ]);
  return JSON.parse(
    JSON.stringify(answers, (key, value: unknown) =>
      key === "updatedAt" || key === "version" ? 0 : value,
    ).replaceAll(/ses_[0-9a-z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id"),
  );
}

it("while nodes are away, lists, the home page and audits say of the sessions that are there what they say of a project with these alone", async () => {
  const [both, one] = [await stored("refund", "test-fixing"), await stored("refund")];
  const part = limitToSessions(db, [makeSessionKey(both, "demo-refund-7741")]);
  expect(await said(part, both)).toEqual(await said(db, one));
  expect(await said(db, both)).not.toEqual(await said(db, one));
});

it("asks no node that is away", async () => {
  const project = await stored("refund", "test-fixing");
  const part = limitToSessions(db, [makeSessionKey(project, "demo-refund-7741")]);
  heard.clear();
  await said(part, project);
  await getSettings(part, project);
  expect((await searchContents(part, project, "refund")).places.size).toBe(1);
  expect((await searchAll(part, project, "", "refund")).places.size).toBe(1);
  expect(heard.size).toBeGreaterThan(20);
  expect([...heard].flatMap(([text, place]) => (place === "everywhere" ? [text] : []))).toEqual([]);
});

it("names no session of a node that is away, so that no statement waits for it", async () => {
  const project = await stored("refund", "test-fixing");
  const [there, away] = ["demo-refund-7741", "demo-test-fixing"].map((name) =>
    makeSessionKey(project, name),
  ) as [string, string];
  const part = limitToSessions(db, [there]);
  const asked = [
    await part.session.count({ where: { sessionId: away } }),
    await part.session.count({ where: { AND: [{ sessionId: { in: [away, there] } }] } }),
    await part.session.count({
      where: { projectId: project, sessionId: { gt: "00000000-0000-0000-0000-000000000000" } },
    }),
  ];
  expect(asked).toEqual([0, 1, 1]);
});

it("where none is there, they are empty and fail nothing", async () => {
  const [both, none] = [await stored("refund"), freshProject()];
  expect(await said(limitToSessions(db, []), both)).toEqual(await said(db, none));
});
