import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import type { SavedProgress } from "@/lib/pipeline/jobs/saved/run-saved";

/** Something that workers do for whoever asked, and may watch and cancel it. */
export interface SavedKind {
  /**
   * Does it. Begun anew after a worker was killed it has to come to the same.
   * @returns what came of it, as plain data
   * @throws AppError to say why it cannot be done
   */
  readonly run: (db: Database, job: SavedJob, progress: SavedProgress) => Promise<unknown>;
}
