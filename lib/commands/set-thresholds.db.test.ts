import { describe, expect, it } from "vitest";
import { listFindings as findingsRoute } from "@/lib/api/endpoints/findings";
import { listSessions as sessionsRoute } from "@/lib/api/endpoints/sessions";
import { auditQuery } from "@/lib/api/endpoints/audit";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { queueOutdatedAnalyses } from "@/lib/pipeline/analyse/reanalyse-outdated";
import { countOutdated } from "@/lib/db/outdated-findings";
import { writeSettings } from "@/lib/db/project-settings";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { getAudit } from "@/lib/queries/audit/get-audit";
import { judgeSession, listFindings } from "@/lib/queries/findings/list-findings";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { testDatabase } from "@/lib/testing/database";
import { testWorker } from "@/lib/testing/worker";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addPerson, addProject, inTeamMode } from "@/lib/testing/team";
import { demoStory } from "@/lib/demo";

testWorker();
const db = testDatabase();
inTeamMode();

const DAEMON = "demo-publishing-daemon";
const CODE = "context.tool_results_dominate";
const LAX = { toolResultsShare: 1 };
const query = findingsRoute.query.parse({ code: CODE });
const lists = sessionsRoute.query.parse({});

async function analysedProject(): Promise<string> {
  const project = await addProject(db);
  for (const [events, id] of [
    [demoStory("publishing-daemon"), DAEMON],
    [demoStory("refund"), "demo-refund-7741"],
  ] as const) {
    await appendEvents(db, project, events, "refuse");
    await analyseSession(db, makeSessionKey(project, id));
  }
  return project;
}

async function withCode(project: string): Promise<string[]> {
  const page = await listSessions(db, project, { ...lists, finding: CODE });
  return page.sessions.map(({ externalId }) => externalId);
}

describe("setting the thresholds of findings", () => {
  it("has every session analysed again: list, findings and gate follow", async () => {
    const project = await analysedProject();
    const owner = await addPerson(db, project, "owner");
    expect(await withCode(project)).toEqual([DAEMON]);
    const put = endpointOf("PUT", "/api/v1/thresholds");
    const response = await callRoute(put, {}, "", {
      method: "PUT",
      headers: { ...owner.headers, "content-type": "application/json" },
      body: JSON.stringify(LAX),
    });
    expect(await response.json()).toMatchObject({ thresholds: { ...LAX, spikeTokens: 4_000 } });
    await queueOutdatedAnalyses(db, project);
    expect(await countOutdated(db, project, 100)).toBe(0);
    expect(await withCode(project)).toEqual([]);
    expect((await listFindings(db, project, DAEMON, query)).total).toBe(0);
    const strict = JSON.stringify({ limits: { [CODE]: 0 } });
    expect((await judgeSession(db, project, DAEMON, strict)).verdict).toBe("pass");
    const entries = await db.auditEntry.findMany({
      where: { projectId: project, action: "thresholds.changed" },
    });
    expect(entries).toMatchObject([{ actor: owner.email, detail: { toolResultsShare: "0.6 → 1" } }]);
  });

  it("refuses what is no threshold, by the name of the field", async () => {
    const owner = await addPerson(db, await addProject(db), "owner");
    for (const [body, path] of [
      [{ spikeTokens: 0 }, "spikeTokens"],
      [{ toolResultsShare: 60 }, "toolResultsShare"],
      [{ spikes: 3 }, "spikes"],
    ] as const) {
      const response = await callRoute(endpointOf("PUT", "/api/v1/thresholds"), {}, "", {
        method: "PUT",
        headers: { ...owner.headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(JSON.stringify(await response.json())).toContain(path);
    }
  });
});

describe("findings from earlier thresholds", () => {
  it("are told as such until their turn comes", async () => {
    const project = await analysedProject();
    await writeSettings(db, project, { findings: LAX });
    expect(await countOutdated(db, project, 100)).toBe(2);
    expect((await getAudit(db, project, auditQuery.parse({}))).sample).toMatchObject({
      pending: 0,
      outdated: 2,
    });
    const early = await listFindings(db, project, DAEMON, query);
    expect(early).toMatchObject({ total: 1, analysedUpTo: { thresholds: "earlier", done: false } });
    await queueOutdatedAnalyses(db, project);
    const later = await listFindings(db, project, DAEMON, query);
    expect(later).toMatchObject({ total: 0, analysedUpTo: { thresholds: "current", done: true } });
    expect(await countOutdated(db, project, 100)).toBe(0);
  });

  it("are counted by the list until they are worked out again", async () => {
    const project = await analysedProject();
    await writeSettings(db, project, { findings: LAX });
    expect((await listSessions(db, project, lists)).outdated).toBe(2);
    await queueOutdatedAnalyses(db, project);
    expect((await listSessions(db, project, lists)).outdated).toBe(0);
  });

  it("are worked out again when the thresholds go back to what they were", async () => {
    const project = await analysedProject();
    for (const [findings, names] of [
      [LAX, []],
      [{}, [DAEMON]],
    ] as const) {
      await writeSettings(db, project, { findings });
      await queueOutdatedAnalyses(db, project);
      expect(await withCode(project)).toEqual(names);
    }
  });
});
