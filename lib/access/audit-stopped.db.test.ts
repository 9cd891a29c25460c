import { describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";

inTeamMode();
const db = testDatabase();

describe("the audit log", () => {
  it("says who stopped a replay or a job, and who went over to another project", async () => {
    const project = await addProject(db);
    const id = await addSession(db, project, "stopped");
    const one = await addPerson(db, project, "owner");
    const made = await callRoute(endpointOf("POST", "/api/v1/projects"), {}, "", {
      headers: one.headers,
      body: JSON.stringify({ name: "another" }),
    });
    const other = ((await made.json()) as { id: string }).id;
    const session = await db.session.findFirstOrThrow({ where: { projectId: project } });
    const replay = { sessionId: session.sessionId, id: "rpl_running", status: "running", request: {} };
    const job = { projectId: project, id: "job_running", kind: "share", status: "running", request: {} };
    await db.replay.create({ data: replay });
    await db.savedJob.create({ data: job });
    const remove = (path: string, params: Record<string, string>) =>
      callRoute(endpointOf("DELETE", path), params, "", { method: "DELETE", headers: one.headers });
    for (let twice = 0; twice < 2; twice++) {
      await remove("/api/v1/sessions/{id}/replays/{replayId}", { id, replayId: replay.id });
      await remove("/api/v1/jobs/{jobId}", { jobId: job.id });
    }
    const choose = { method: "PUT", headers: one.headers, body: JSON.stringify({ id: other }) };
    await callRoute(endpointOf("PUT", "/api/v1/projects/current"), {}, "", choose);
    const written = await db.auditEntry.findMany({
      where: { actor: one.email, action: { in: ["replay.cancelled", "job.cancelled"] } },
    });
    expect(written.map(({ action, target }) => [action, target]).sort()).toEqual([
      ["job.cancelled", job.id],
      ["replay.cancelled", replay.id],
    ]);
    const where = { projectId: other, action: "project.chosen", actor: one.email };
    expect(await db.auditEntry.findMany({ where })).toHaveLength(1);
  });
});
