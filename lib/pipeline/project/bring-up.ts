import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { streamsBehind } from "@/lib/db/raw/read";
import { projectSoon } from "./projector";

/**
 * Works out what was received for a project and is not in its sessions yet, so that a reader finds what was acknowledged
 * a moment ago. Costs one look at an index when there is nothing.
 * @param session looks only at what may be of this one, by its sender's id
 * @returns whether there was anything
 */
export async function bringUp(db: Database, project: string, session?: string): Promise<boolean> {
  const behind = await streamsBehind(db, project, session);
  if (behind.length === 0) return false;
  await projectSoon(db, project, behind).catch((error: unknown) => noteFailure(db, project, error));
  return true;
}

/** Says where it can be seen that sessions could not be worked out. */
export async function noteFailure(db: Database, project: string, error: unknown): Promise<void> {
  console.error("records were kept, and their sessions could not be worked out", error);
  await addWarnings(db, project, [{ ...PROJECTION_FAILED, count: 1 }]).catch(() => undefined);
}

/** The warning that sessions could not be worked out. */
export const PROJECTION_FAILED = {
  code: "projection_failed",
  source: "server",
  message: "records were kept, and their sessions could not be worked out; the server's log says why",
  sample: {},
} as const;
