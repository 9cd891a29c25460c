import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getDatabaseUrl } from "@/lib/db/client";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { addJobs } from "@/lib/jobs/add-jobs";
import { deriveJob } from "@/lib/jobs/job";
import type { RunningWorker } from "./run-worker";
import { startWorker } from "./run-worker";
import type { Tasks } from "./tasks";

const db = testDatabase();
const workers: RunningWorker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

async function start(tasks: Tasks): Promise<void> {
  workers.push(await startWorker({ url: getDatabaseUrl(), tasks }));
}

const sessionOf = (payload: unknown) => (payload as { session: string }).session;

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 1_200 && !isSo(); i++) await wait(50);
}

describe("workers", () => {
  it("go on after every connection broke in the middle of their jobs, with all who worked before", async () => {
    const project = freshProject();
    const done = new Set<string>();
    let isCut = false;
    await start({
      derive: async (_db, payload) => {
        if (!sessionOf(payload).startsWith(project)) return;
        for (let i = 0; i < 1_200 && !isCut; i++) await wait(50);
        done.add(sessionOf(payload));
      },
    });
    const before = Array.from({ length: 4 }, (_, i) => `${project} before ${i}`);
    await addJobs(
      db,
      before.map((session) => deriveJob(project, session)),
    );
    await wait(500);
    await db.$queryRawUnsafe(
      "SELECT count(pg_terminate_backend(pid))::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    isCut = true;
    const after = Array.from({ length: 20 }, (_, i) => `${project} after ${i}`);
    await until(() => done.size === before.length);
    await addJobs(
      db,
      after.map((session) => deriveJob(project, session)),
    );
    await until(() => done.size === before.length + after.length);
    expect([...done].sort()).toEqual([...before, ...after].sort());
    const left = async () =>
      db.$queryRawUnsafe<unknown[]>("SELECT key FROM graphile_worker.jobs WHERE key LIKE $1", `%${project}%`);
    for (let i = 0; i < 1_200 && (await left()).length > 0; i++) await wait(50);
    expect(await left()).toEqual([]);
  });

  it("do the jobs of one key one after another, each that was asked for later once more", async () => {
    const project = freshProject();
    const [underWay, most, done] = [
      new Map<string, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ];
    const grown = (counts: Map<string, number>, key: string, by = 1) =>
      counts.set(key, (counts.get(key) ?? 0) + by).get(key) ?? 0;
    const tasks: Tasks = {
      derive: async (_db, payload) => {
        const session = sessionOf(payload);
        most.set(session, Math.max(most.get(session) ?? 0, grown(underWay, session)));
        await wait(100);
        grown(underWay, session, -1);
        grown(done, session);
      },
    };
    await Promise.all([start(tasks), start(tasks), start(tasks)]);
    const sessions = ["a", "b", "c"].map((name) => `${project} ${name}`);
    const ask = () =>
      addJobs(
        db,
        sessions.map((session) => deriveJob(project, session)),
      );
    for (let i = 0; i < 10; i++) await ask().then(() => wait(30));
    const before = new Map(done);
    await ask();
    await until(() => sessions.every((session) => (done.get(session) ?? 0) > (before.get(session) ?? 0)));
    await wait(500);
    for (const session of sessions) {
      expect(most.get(session)).toBe(1);
      expect(done.get(session)).toBeGreaterThan(before.get(session) ?? 0);
    }
  });

  it("that stop give back what they are doing, and say of no job that it failed", async () => {
    const project = freshProject();
    const session = `${project} long`;
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isTaken = false;
    const worker = await startWorker({
      url: getDatabaseUrl(),
      tasks: {
        derive: async (_db, _payload, signal) => {
          isTaken = true;
          await wait(60_000, undefined, { signal });
        },
      },
    });
    await addJobs(db, [deriveJob(project, session)]);
    await until(() => isTaken);
    await worker.stop();
    const left = await db.$queryRawUnsafe<unknown[]>(
      "SELECT attempts, locked_at FROM graphile_worker.jobs WHERE key = $1",
      `derive ${session}`,
    );
    expect(left).toEqual([{ attempts: 0, locked_at: null }]);
    expect(said.mock.calls.filter(([text]) => String(text).includes(session))).toEqual([]);
    said.mockRestore();
    await db.$executeRawUnsafe("DELETE FROM graphile_worker._private_jobs");
  });
});
