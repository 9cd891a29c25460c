import { sayFailure } from "@/lib/db/say-failure";
import { getDatabase } from "@/lib/db/client";
import { addMissingJobs } from "@/lib/jobs/add-jobs";
import { makeRetentionJob } from "@/lib/jobs/job";

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/** Queues an hourly job that deletes data past its retention. Several processes queue only one job. */
export function keepRetention(): void {
  setTimeout(() => {
    void ask();
    setInterval(() => void ask(), EVERY_MS).unref();
  }, FIRST_AFTER_MS).unref();
}

async function ask(): Promise<void> {
  if (process.env.DATABASE_URL === undefined) return;
  await addMissingJobs(getDatabase(), [makeRetentionJob()]).catch((error: unknown) =>
    sayFailure("workers could not be asked to delete what is older than is kept", error),
  );
}
