import { cache } from "react";
import { database } from "@/lib/db/client";
import { getSession } from "./get-session";
import { projectWaiting, sessionFreshnessOf } from "./reading";

/** A session's skeleton, read once however many parts of one page ask for it. */
export const sessionOnce = cache((project: string, id: string) => getSession(database(), project, id));

/** When a page is made, in ms since 1970; the same for all parts of it. */
export const pageTime = cache(() => Date.now());

/** How far what a page shows of a session goes. */
export const freshnessOnce = cache((project: string, id: string) =>
  sessionFreshnessOf(database(), project, id),
);

/** How many events and records of a project no page shows yet. */
export const waitingOnce = cache((project: string) => projectWaiting(database(), project));
