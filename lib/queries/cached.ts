import { cache } from "react";
import { database } from "@/lib/db/client";
import { getSession } from "./get-session";

/** A session's skeleton, read once however many parts of one page ask for it. */
export const sessionOnce = cache((project: string, id: string) => getSession(database(), project, id));
