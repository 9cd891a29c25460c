import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import type { SavedProgress } from "@/lib/jobs/saved/run-saved";

/** A caller starts such a job, and can watch and cancel it. */
export interface SavedKind {
  /**
   * Runs the job. If a worker is killed, a second run must give the same result.
   * @returns the result, as plain data
   * @throws AppError with the reason if the job cannot be done
   */
  readonly run: (db: Database, job: SavedJob, progress: SavedProgress) => Promise<unknown>;
}
