import { cache } from "react";
import { database } from "@/lib/db/client";
import { getSession } from "./get-session";
import { projectWaiting, sessionFreshnessOf } from "./reading";

/** Read once, however many parts of one page ask for it. */
export const sessionOnce = cache((project: string, id: string) => getSession(database(), project, id));

/** When a page is made, in epoch milliseconds; the same for all parts of it. */
export const pageTime = cache(() => Date.now());

/** The freshness of what a page shows of a session. */
export const freshnessOnce = cache((project: string, id: string) =>
  sessionFreshnessOf(database(), project, id),
);

/** How many events and records of a project no page shows yet. */
export const waitingOnce = cache((project: string) => projectWaiting(database(), project));
