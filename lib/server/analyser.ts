import os from "node:os";
import { isDatabaseAway } from "@/lib/db/away";
import { getDatabaseUrl, openDatabase } from "@/lib/db/client";
import { countProcess } from "@/lib/metrics";
import { analyseNewSessions } from "@/lib/pipeline/analyse/analyse-new-sessions";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import type { AnalyserAnswer, AskedAnalysis } from "./analyser-protocol";
import { tellCounts } from "./tell-counts";

/**
 * A process that analyses sessions for a worker, one question at a time (`analyses-apart.ts`), and ends with it. What it has
 * computed is stored whole or not at all, so it may be killed at any time.
 */
/** On a busy machine, receiving, reading and making turns readable come before analysing. */
const NICENESS = 10;

const db = openDatabase(getDatabaseUrl());

async function answerTo(asked: AskedAnalysis): Promise<AnalyserAnswer> {
  try {
    if ("project" in asked) return { done: await analyseNewSessions(db, asked.project) };
    await analyseSession(db, asked.session);
    return { done: null };
  } catch (error) {
    const isAway = isDatabaseAway(error);
    if (!isAway) console.error(error);
    return { failure: error instanceof Error ? error.message : String(error), isAway };
  }
}

if (os.getPriority() < NICENESS) os.setPriority(NICENESS);
countProcess("analyser");
tellCounts();
process.on(
  "message",
  (asked: AskedAnalysis) => void answerTo(asked).then((answer) => process.send?.(answer)),
);
// The worker decides when a Ctrl-C of the whole group ends it.
process.on("SIGINT", () => undefined);
process.once("disconnect", () => process.exit(0));
