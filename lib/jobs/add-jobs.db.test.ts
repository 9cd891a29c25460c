import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { getDatabaseUrl, openDatabase } from "@/lib/db/client";
import { testDatabase } from "@/lib/testing/database";
import { addJobs, addMissingJobs } from "./add-jobs";
import { analyseJob, deriveJob } from "./job";

const db = testDatabase();
const PROJECT = `jobs-${randomUUID().slice(0, 8)}`;
const jobs = Array.from({ length: 150 }, (_, i) =>
  i % 2 === 0 ? deriveJob(PROJECT, `s${i}`) : analyseJob(PROJECT, `s${i}`, { events: i }),
);

it("jobs are asked for by many processes at once while some of them run, and none is refused", async () => {
  const others = [db, openDatabase(getDatabaseUrl()), openDatabase(getDatabaseUrl())];
  await addJobs(db, jobs);
  const asking = others.flatMap((one, i) =>
    Array.from({ length: 12 }, async (_, round) => {
      await (round % 2 === 0 ? addJobs : addMissingJobs)(one, jobs.slice(i * 10));
      await one.$executeRawUnsafe(
        `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'test'
         WHERE id IN (SELECT id FROM graphile_worker._private_jobs WHERE key LIKE '%s${i}%' LIMIT 20 FOR UPDATE SKIP LOCKED)`,
      );
    }),
  );
  const answers = await Promise.allSettled(asking);
  await Promise.all(others.slice(1).map((one) => one.$disconnect()));
  expect(answers.flatMap((answer) => (answer.status === "rejected" ? [String(answer.reason)] : []))).toEqual(
    [],
  );
  await db.$executeRawUnsafe(
    "DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%s%' AND payload->>'project' = $1",
    PROJECT,
  );
});
