import { importJob } from "@/lib/commands/jobs/import-job";
import { runJob, findRunningJob } from "@/lib/commands/jobs/running-job";
import { getDatabaseUrl, openDatabase } from "@/lib/db/client";
import { waitForWork } from "@/lib/jobs/add-jobs";
import { endWith } from "./exit-code";

/**
 * The process of one import. A worker starts it with the project and the id of the job. It ends with its
 * worker: another worker resumes the job, and two would disturb each other.
 */
async function main([project, id]: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort());
  // The worker decides when a Ctrl-C of the whole group ends it.
  process.on("SIGINT", () => undefined);
  process.once("disconnect", () => process.exit(1));
  if (!process.connected) process.exit(1);
  const db = openDatabase(getDatabaseUrl());
  const job = await findRunningJob({ ctx: { db }, input: { project, id } });
  if (job !== null) await runJob({ ctx: { db, signal: stopping.signal }, input: { job, kind: importJob } });
  await waitForWork(db);
}

main(process.argv.slice(2)).then(() => process.exit(0), endWith);
