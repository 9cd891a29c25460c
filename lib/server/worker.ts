import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { TASKS } from "@/lib/commands/tasks";
import { ENDS_WITHIN_MS } from "@/lib/program.mjs";
import { instance } from "@/lib/env";
import { type Database, getDatabaseUrl, getPulseDatabase } from "@/lib/db/client";
import { startWorker } from "@/lib/pipeline/worker/run-worker";
import { collectAndCompact, collectWhenQuiet } from "./collect-when-quiet";
import { countProcess, OtherProcesses } from "@/lib/metrics";
import { makeAnalysisTasks } from "@/lib/pipeline/worker/tasks";
import { AnalysesApart } from "./analyses-apart";
import { endWith } from "./exit-code";
import { findNewerThanProgram } from "@/lib/db/schema-state";
import { LOOK_MS } from "./newer-database";
import { tellCounts } from "./tell-counts";
import { makeSavedInProcess } from "./saved-in-process";
import { listAddresses, startTracing } from "./start-tracing";

/**
 * A worker process: it processes received data. `npm start` and `npm run worker` start it with DATABASE_URL. It tells
 * its parent "working", and stops when the parent asks or ends. Any number of workers can run, on any number of
 * machines.
 */
/** On a busy machine, receiving and reading come before processing. */
const NICENESS = 5;

async function main(): Promise<void> {
  // Only root may take a process back that was started at a lower priority.
  if (os.getPriority() < NICENESS) os.setPriority(NICENESS);
  const stopTracing = await startTracing("worker", listAddresses(instance()));
  const db = getPulseDatabase();
  await requireFittingDatabase(db);
  const others = new OtherProcesses();
  const apart = { ...makeAnalysisTasks(new AnalysesApart({ others })), import: makeSavedInProcess() };
  const worker = await startWorker({ url: getDatabaseUrl(), tasks: { ...TASKS, ...apart } });
  process.send?.({ type: "working" });
  collectWhenQuiet(collectAndCompact);
  countProcess("worker");
  tellCounts(others);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await Promise.race([worker.stop().then(stopTracing), wait(ENDS_WITHIN_MS.itself)]);
    process.exit(0);
  };
  setInterval(
    () => void requireFittingDatabase(db).catch((error: unknown) => void leave(error)),
    LOOK_MS,
  ).unref();
  const leave = async (error: unknown): Promise<void> => {
    if (!(error instanceof NewerDatabase) || stopping) return;
    console.error(error.message);
    await stop();
  };
  process.once("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.once("disconnect", () => void stop());
}

class NewerDatabase extends Error {}

/** @throws NewerDatabase, and the errors of a database that is away */
async function requireFittingDatabase(db: Database): Promise<void> {
  const newer = await findNewerThanProgram(db);
  if (newer !== null) throw new NewerDatabase(`${newer} This worker steps down; update it.`);
}

main().catch(endWith);
