import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { postImport } from "@/lib/api/endpoints/import";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import { cancelJob, getJob, listJobs } from "@/lib/api/endpoints/jobs";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { testDatabase } from "@/lib/testing/database";
import { callRoute } from "@/lib/testing/routes";
import { withWorker } from "@/lib/testing/worker";
import { runSavedTask } from "./saved-task";

const db = testDatabase();

const TURNS = 300;
/** White space that JSON allows. It only makes the file large. */
const PADDING = " ".repeat(16_000);

function largeFile(session: string): string {
  const events = Array.from({ length: TURNS }, (_, turn) => ({
    id: `${session}-${turn}`,
    session,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, turn)).toISOString(),
    type: "turn.recorded",
    turn,
    window: { append: [{ id: `r${turn}`, kind: "tool_result", content: `result of turn ${turn}` }] },
  }));
  return events.map((event) => `${JSON.stringify(event)}${PADDING}`).join("\n");
}

async function upload(body: string, query: string): Promise<[number, unknown]> {
  const headers = { "content-type": "application/octet-stream" };
  const answer = await callRoute(postImport, {}, query, { body, headers });
  return [answer.status, await answer.json()];
}

async function begun(session: string): Promise<JobAnswer> {
  const [status, job] = await upload(largeFile(session), `?background=true&name=${session}.jsonl`);
  expect(status).toBe(202);
  return job as JobAnswer;
}

async function look(jobId: string): Promise<JobAnswer> {
  return (await (await callRoute(getJob, { jobId })).json()) as JobAnswer;
}

async function until(jobId: string, isSo: (job: JobAnswer) => boolean): Promise<JobAnswer> {
  for (;;) {
    const job = await look(jobId);
    if (isSo(job)) return job;
    await wait(20);
  }
}

it("an import job reads a large file in a worker, reports its progress, and continues after the worker was stopped", async () => {
  const { id } = await begun("resumed");
  const stop = new AbortController();
  const worker = runSavedTask({ ctx: { db, signal: stop.signal }, input: { project: DEFAULT_PROJECT, id } });
  await until(id, ({ progress }) => progress.done > 0);
  stop.abort();
  await expect(worker).rejects.toThrow();
  const left = await look(id);
  expect(left).toMatchObject({ kind: "import", name: "resumed.jsonl", status: "running", report: null });
  expect(left.progress.done).toBeLessThan(left.progress.of);
  const { report } = await withWorker(() => until(id, (job) => job.report?.waiting === 0));
  expect(report).toMatchObject({ sessions: [{ externalId: "resumed", turns: TURNS }], warnings: [] });
  expect(await db.jobPiece.count()).toBe(0);
  const { jobs } = (await (await callRoute(listJobs)).json()) as { jobs: JobAnswer[] };
  expect(jobs).toContainEqual(expect.objectContaining({ id, status: "done" }));
});

it("an import job that was cancelled does nothing more", async () => {
  const { id } = await begun("cancelled");
  const cancelled = (await (await callRoute(cancelJob, { jobId: id })).json()) as JobAnswer;
  expect(cancelled.status).toBe("cancelled");
  await withWorker(() => wait(500));
  expect(await look(id)).toMatchObject({ status: "cancelled", report: null });
  expect(await db.session.count({ where: { externalId: "cancelled" } })).toBe(0);
  expect(await db.jobPiece.count()).toBe(0);
});

it("a request that waits for an import job gets the answers and refusals of a small import", async () => {
  await withWorker(async () => {
    const [status, report] = await upload(largeFile("waited"), "?name=waited.jsonl");
    expect([status, report]).toMatchObject([200, { sessions: [{ turns: TURNS }], waiting: 0 }]);
    const [refused, answer] = await upload("neither fish nor fowl\n".repeat(250_000), "?name=a.txt");
    expect([refused, answer]).toMatchObject([422, { error: { code: "unprocessable" } }]);
  });
});
