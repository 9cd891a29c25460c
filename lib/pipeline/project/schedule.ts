import { Background } from "../background";
import type { Database } from "@/lib/db/client";
import { noteFailure } from "./bring-up";
import { projectSoon } from "./projector";

const projections = new Background(
  (db, project) => projectSoon(db, project, []).catch((error: unknown) => noteFailure(db, project, error)),
  "sessions could not be worked out",
);

/**
 * Asks for the sessions of what a project received to be worked out in the background. Returns at once. What is not done
 * when the process dies, and what a reader wants sooner, is done by who reads next.
 */
export function scheduleProjection(db: Database, project: string): void {
  projections.ask(db, [project]);
}
