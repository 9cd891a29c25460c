import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { getAudit, getSavedAudit, startAudit } from "@/lib/api/endpoints/audit";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import { cancelJob, getJob } from "@/lib/api/endpoints/jobs";
import { createShare, openShare, previewShare } from "@/lib/api/endpoints/shares";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { appendEvents } from "@/lib/db/log/append";
import { testDatabase } from "@/lib/testing/database";
import { callRoute } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { withWorker, worked } from "@/lib/testing/worker";
import { runSavedTask } from "./saved-task";

const db = testDatabase();
const SESSION = "shared-by-a-job";
const LATER = { view: { turn: 1 } };
const SECRET = "somebody@mail.example.com";

const story = trace(SESSION, { name: "Shared" })
  .turn((t) => t.user(`Write to ${SECRET}`).calls("send", {}, "c1"))
  .turn((t) => t.result("c1", "sent").says("Done."))
  .event({ type: "session.ended", outcome: "ok" })
  .turn((t) => t.user("And once more."))
  .events();
const isLater = (event: (typeof story)[number]) => event.type === "turn.recorded" && event.turn === 2;

beforeAll(async () => {
  const early = story.filter((event) => !isLater(event));
  await appendEvents(db, DEFAULT_PROJECT, early, "refuse");
  await withWorker(() => worked(db, DEFAULT_PROJECT));
});

type Route = typeof createShare | typeof previewShare;

async function ask(route: Route, query: string, body: object = {}): Promise<[number, unknown]> {
  const answer = await callRoute(route, { id: SESSION }, query, { body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}

async function begun(route: Route, body: object = {}): Promise<JobAnswer> {
  const [status, job] = await ask(route, "?wait=0", body);
  expect(status).toBe(202);
  return job as JobAnswer;
}

async function ended(jobId: string): Promise<JobAnswer> {
  for (;;) {
    const job = (await (await callRoute(getJob, { jobId })).json()) as JobAnswer;
    if (job.status !== "running") return job;
    await wait(20);
  }
}

it("a share that is not ready at once is a job, which another worker does when the first one stops", async () => {
  const { id, kind } = await begun(createShare);
  expect(kind).toBe("share");
  const stopped = runSavedTask({
    ctx: { db, signal: AbortSignal.abort() },
    input: { project: DEFAULT_PROJECT, id },
  });
  await stopped.catch(() => undefined);
  const job = await withWorker(() => ended(id));
  expect(job).toMatchObject({ status: "done", error: null });
  const [status, made] = await ask(createShare, `?job=${id}`);
  expect(status).toBe(200);
  const opened = await callRoute(openShare, { token: (made as { token: string }).token });
  const text = await opened.text();
  expect([text.includes("Write to"), text.includes(SECRET)]).toEqual([true, false]);
});

it("what a job made is used although the session has grown, and a new share is of the session as it is", async () => {
  const { id } = await begun(previewShare, LATER);
  await withWorker(() => ended(id));
  await appendEvents(db, DEFAULT_PROJECT, story.filter(isLater), "refuse");
  await withWorker(async () => {
    await worked(db, DEFAULT_PROJECT);
    expect(await ask(previewShare, `?job=${id}`, LATER)).toMatchObject([
      200,
      { snapshot: { to: 1 }, hits: [{}] },
    ]);
    expect(await ask(previewShare, "", LATER)).toMatchObject([200, { snapshot: { to: 2 } }]);
  });
});

it("a redaction that was cancelled is not done, and is no answer to another request", async () => {
  const { id } = await begun(previewShare, { content: "off" });
  expect((await begun(previewShare, { content: "off" })).id).toBe(id);
  const cancelled = (await (await callRoute(cancelJob, { jobId: id })).json()) as JobAnswer;
  expect(cancelled.status).toBe("cancelled");
  await runSavedTask({
    ctx: { db, signal: new AbortController().signal },
    input: { project: DEFAULT_PROJECT, id },
  });
  expect(await db.redaction.count({ where: { id } })).toBe(0);
  expect((await ask(previewShare, `?job=${id}`, { content: "off" }))[0]).toBe(409);
  expect(await ask(previewShare, `?job=${id}`, {})).toMatchObject([
    400,
    { error: { message: expect.stringContaining("job") as string } },
  ]);
});

it("a subject that cannot be shared is refused in the words of the job", async () => {
  await withWorker(async () => {
    expect(await ask(previewShare, "", { incident: "nobody's" })).toMatchObject([
      404,
      { error: { code: "not_found" } },
    ]);
    expect(await ask(previewShare, "", { from: 90, to: 95 })).toMatchObject([
      400,
      { error: { code: "invalid_body" } },
    ]);
  });
});

it("an audit of a worker has the figures of an audit at once, and can be watched and cancelled", async () => {
  const begin = async () => {
    const answer = await callRoute(startAudit, {}, "", { body: JSON.stringify({ outcome: "ok" }) });
    expect(answer.status).toBe(202);
    return startAudit.response.parse(await answer.json()).job.id;
  };
  const read = async (jobId: string) =>
    getSavedAudit.response.parse(await (await callRoute(getSavedAudit, { jobId })).json());
  const cancelled = await begin();
  await callRoute(cancelJob, { jobId: cancelled });
  await runSavedTask({
    ctx: { db, signal: new AbortController().signal },
    input: { project: DEFAULT_PROJECT, id: cancelled },
  });
  expect(await read(cancelled)).toMatchObject({ job: { status: "cancelled" }, audit: null });
  const id = await begin();
  await withWorker(() => ended(id));
  const { job, audit } = await read(id);
  expect(job).toMatchObject({ kind: "audit", status: "done" });
  expect(job.progress.done).toBe(job.progress.of);
  const now = getAudit.response.parse(await (await callRoute(getAudit, {}, "?outcome=ok")).json());
  expect(audit).toEqual({ ...now, sample: { ...now.sample, limit: 100_000 } });
  expect(audit?.total.sessions).toBeGreaterThan(0);
});
