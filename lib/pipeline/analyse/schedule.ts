import { Background } from "../background";
import type { Database } from "@/lib/db/client";
import { analyseSession } from "./analyse-session";

const analyses = new Background(analyseSession, "a session could not be analysed");

/** Asks for sessions to be analysed soon. Returns at once. */
export function scheduleAnalysis(db: Database, keys: readonly string[]): void {
  analyses.ask(db, keys);
}
