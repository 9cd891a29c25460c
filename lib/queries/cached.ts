import { cache } from "react";
import { database } from "@/lib/db/client";
import { getSession } from "./get-session";

/** A session's skeleton, read once however many parts of one page ask for it. */
export const sessionOnce = cache((project: string, id: string) => getSession(database(), project, id));

/** When a page is made, in ms since 1970; the same for all parts of it. */
export const pageTime = cache(() => Date.now());
