import { cache } from "react";
import { getDatabase } from "@/lib/db/client";
import { findReachableDatabase } from "@/lib/db/reachable";
import { getSession } from "./session/get-session";
import { projectWaiting, readSessionFreshness } from "./reading/reading";

export const sessionOnce = cache((project: string, id: string) => getSession(getDatabase(), project, id));

export const pageTime = cache(() => Date.now());

export const freshnessOnce = cache((project: string, id: string) =>
  readSessionFreshness(getDatabase(), project, id),
);

export const waitingOnce = cache(async (project: string) =>
  projectWaiting((await reachableOnce(project)).db, project),
);

/** For pages about many sessions: while a node of the database is away, they show those of the others. */
export const reachableOnce = cache((project: string) => findReachableDatabase(getDatabase(), project));
