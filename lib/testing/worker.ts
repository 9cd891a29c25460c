import { afterAll, beforeAll } from "vitest";
import { TASKS } from "@/lib/commands/tasks";
import type { Database } from "@/lib/db/client";
import { getDatabaseUrl } from "@/lib/db/client";
import type { RunningWorker } from "@/lib/pipeline/worker/run-worker";
import { startWorker } from "@/lib/pipeline/worker/run-worker";
import { sweep } from "@/lib/pipeline/worker/sweep";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { waitForProject } from "@/lib/db/progress";

const WAIT_MS = 60_000;

export async function withWorker<T>(work: () => Promise<T>, url = getDatabaseUrl()): Promise<T> {
  const worker = await startWorker({ url, tasks: TASKS });
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** Runs the real worker in the test's own process while the tests of one file run. */
export function testWorker(): void {
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    worker = await startWorker({ url: getDatabaseUrl(), tasks: TASKS });
  });
  afterAll(() => worker?.stop());
}

/**
 * Waits until everything received so far is derived, and analyses it: a worker would wait some seconds, as
 * for a running session.
 * @throws Error if that takes too long
 */
export async function worked(db: Database, project: string): Promise<void> {
  await sweep(db);
  if (!(await waitForProject(db, project, WAIT_MS))) throw new Error(`${project} is not worked in`);
  const where = { projectId: project };
  for (const { sessionId: key } of await db.session.findMany({ where })) await analyseSession(db, key);
}
