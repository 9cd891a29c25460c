import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { listFindings as route } from "@/lib/api/endpoints/findings";
import { matchAlert, alertRuleSchema } from "@/lib/core/alert/rule";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import { FINDING_VERDICTS } from "@/lib/core/findings/counted";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { runImport } from "./run-import";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { getSession } from "@/lib/queries/session/get-session";
import { exportSession } from "@/lib/queries/session/export-session";
import { judgeSession, listFindings } from "@/lib/queries/findings/list-findings";
import { measurePrecision } from "@/lib/queries/findings/verdicts";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { textFile } from "@/lib/testing/import-file";
import { testWorker, worked } from "@/lib/testing/worker";
import { readAlertScene } from "./alerts/hold-rules";
import { sayOfFinding, takeBackVerdict } from "./verdicts";
import { demoStory } from "@/lib/demo";

testWorker();
const db = testDatabase();
const ID = "demo-refund-7741";
const SERIOUS = route.query.parse({ severity: "serious" });

const caller = (project: string): Caller => ({
  project,
  role: "editor",
  actor: { kind: "user", id: "u", email: "ada@example.com", name: "Ada" },
  address: null,
});

async function refunded(): Promise<{ project: string; finding: string; code: string }> {
  const project = freshProject();
  await appendEvents(db, project, demoStory("refund"), "refuse");
  await worked(db, project);
  const [first] = (await listFindings(db, project, ID, SERIOUS)).findings;
  return { project, finding: first?.id ?? "", code: first?.code ?? "" };
}

const say = (project: string, finding: string, verdict: PersonVerdict, note = "") =>
  sayOfFinding({ ctx: { db, caller: caller(project) }, input: { id: ID, finding, verdict, note } });
const listed = (project: string) => listFindings(db, project, ID, SERIOUS);
const gate = async (project: string) => (await judgeSession(db, project, ID, undefined)).verdict;

describe("what a person says of a finding", () => {
  it("decides whether it counts: in the session, for its gate and for alerts, and is in the audit log", async () => {
    const { project, finding, code } = await refunded();
    const before = await listed(project);
    expect([before.bySeverity.serious, await gate(project)]).toEqual([1, "fail"]);
    for (const verdict of ["false", "not-useful"] as const) {
      await say(project, finding, verdict);
      const { bySeverity, byCode, unlisted, findings } = await listed(project);
      expect({ serious: bySeverity.serious, code: byCode[code], unlisted }).toEqual({
        serious: undefined,
        code: undefined,
        unlisted: before.unlisted,
      });
      expect(findings[0]?.verdict).toMatchObject({ verdict, who: "ada@example.com" });
      expect(await gate(project)).toBe("pass");
      const row = await db.session.findFirstOrThrow({ where: { projectId: project } });
      expect(row.findingCodes).not.toContain(code);
      expect(
        matchAlert(
          alertRuleSchema.parse({ severity: "serious" }),
          await readAlertScene({ ctx: { db }, input: { session: row, bill: null } }),
        ),
      ).toBeNull();
    }
    await say(project, finding, "true");
    expect([(await listed(project)).bySeverity, await gate(project)]).toEqual([before.bySeverity, "fail"]);
    const entries = await db.auditEntry.findMany({ where: { projectId: project, action: "verdict.given" } });
    expect(entries).toHaveLength(3);
    expect(entries[0]?.detail).toMatchObject({ finding, code, verdict: "false" });
  });

  it("stays when the session is analysed again, and can be taken back", async () => {
    const { project, finding } = await refunded();
    await say(project, finding, "false", "It was on the screen.");
    const before = await listed(project);
    await analyseSession(db, makeSessionKey(project, ID), { rebuild: true });
    expect(await listed(project)).toEqual(before);
    expect(before.findings[0]?.verdict?.note).toBe("It was on the screen.");
    const takeBack = () =>
      takeBackVerdict({ ctx: { db, caller: caller(project) }, input: { id: ID, finding } });
    expect(await takeBack()).toEqual({ withdrawn: true });
    expect(await takeBack()).toEqual({ withdrawn: false });
    expect((await listed(project)).bySeverity.serious).toBe(1);
  });

  it("takes the finding out of the session's story, until it is taken back", async () => {
    const { project, finding, code } = await refunded();
    const storyNow = async () => (await getSession(db, project, ID)).story;
    expect(await storyNow()).toMatchObject({ serious: 1, worst: { code } });
    await say(project, finding, "false");
    expect(await storyNow()).toMatchObject({ serious: 0, worst: null });
    await takeBackVerdict({ ctx: { db, caller: caller(project) }, input: { id: ID, finding } });
    expect(await storyNow()).toMatchObject({ serious: 1, worst: { code } });
  });

  it("is kept, and told, when the finding is gone", async () => {
    const { project, finding, code } = await refunded();
    await say(project, finding, "false");
    await db.finding.deleteMany({ where: { sessionId: makeSessionKey(project, ID), id: finding } });
    expect((await listed(project)).gone).toMatchObject([{ id: finding, code, verdict: "false" }]);
  });

  it("is exported with the session, and comes back with it, but not with a key", async () => {
    const { project, finding } = await refunded();
    await say(project, finding, "false", "It was on the screen.");
    const text = async (of: string) => {
      const lines: string[] = [];
      for await (const part of (await exportSession(db, of, ID)).text) lines.push(part);
      return lines.join("");
    };
    const file = await textFile("export.jsonl", await text(project));
    const [byPerson, byKey] = [freshProject(), freshProject()];
    await runImport({ db, project: byPerson, files: [file], format: "auto", byPerson: true });
    await worked(db, byPerson);
    const verdict = '{"type":"finding.verdict"';
    const [, ...given] = (await text(project)).split(verdict);
    expect(given).toHaveLength(1);
    expect((await text(byPerson)).split(verdict).slice(1)).toEqual(given);
    expect((await listed(byPerson)).bySeverity).toEqual((await listed(project)).bySeverity);
    const { warnings } = await runImport({ db, project: byKey, files: [file], format: "auto" });
    expect(warnings.map(({ code }) => code)).toContain("verdicts_left_out");
    await worked(db, byKey);
    expect((await listed(byKey)).bySeverity.serious).toBe(1);
  });

  it("gives each rule its own precision in the project", async () => {
    const { project, finding, code } = await refunded();
    for (const verdict of FINDING_VERDICTS) {
      await say(project, finding, verdict);
      expect(await measurePrecision(db, project)).toMatchObject([
        {
          code,
          judged: 1,
          confirmed: Number(verdict === "true"),
          false: Number(verdict === "false"),
          notUseful: Number(verdict === "not-useful"),
        },
      ]);
    }
    expect(await measurePrecision(db, freshProject())).toEqual([]);
  });

  it("is refused for what is not there", async () => {
    const { project, finding } = await refunded();
    await expect(say(project, "nothing", "true")).rejects.toMatchObject({ code: "not_found" });
    await expect(say(freshProject(), finding, "true")).rejects.toMatchObject({ code: "not_found" });
  });
});
