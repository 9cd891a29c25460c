import { cache } from "react";
import { database } from "@/lib/db/client";
import { getSession } from "./get-session";
import { projectWaiting, sessionFreshnessOf } from "./reading";

export const sessionOnce = cache((project: string, id: string) => getSession(database(), project, id));

export const pageTime = cache(() => Date.now());

export const freshnessOnce = cache((project: string, id: string) =>
  sessionFreshnessOf(database(), project, id),
);

export const waitingOnce = cache((project: string) => projectWaiting(database(), project));
