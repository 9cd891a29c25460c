import type { Database } from "@/lib/db/client";
import type { NewAnalyses } from "./analyse-new-sessions";
import { analyseNewSessions } from "./analyse-new-sessions";
import { analyseSession } from "./analyse-session";

/** Analyses sessions, in this process or in one of its own. */
export interface Analyses {
  /** @param isShort such a session waits for no long one */
  ofSession(db: Database, key: string, isShort: boolean, signal: AbortSignal): Promise<void>;
  ofNewSessions(db: Database, project: string, signal: AbortSignal): Promise<NewAnalyses>;
}

export const ANALYSES_HERE: Analyses = {
  ofSession: async (db, key) => void (await analyseSession(db, key)),
  ofNewSessions: (db, project) => analyseNewSessions(db, project),
};
