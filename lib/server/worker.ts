import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { TASKS } from "@/lib/commands/tasks";
import { databaseUrl } from "@/lib/db/client";
import { startWorker } from "@/lib/pipeline/jobs/run-worker";

/**
 * A worker's own process: it works out what was received. Started by `npm start` and `npm run worker` with DATABASE_URL;
 * says "working" to its parent, and stops when the parent asks or is gone. There may be as many as one likes, on as many
 * machines.
 */
const STOP_WAIT_MS = 8_000;
/** Where all are busy, whoever sends and whoever reads comes before what is worked out of it. */
const NICENESS = 5;

async function main(): Promise<void> {
  os.setPriority(NICENESS);
  const worker = await startWorker({ url: databaseUrl(), tasks: TASKS });
  process.send?.({ type: "working" });
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await Promise.race([worker.stop(), wait(STOP_WAIT_MS)]);
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.once("disconnect", () => void stop());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error && error.cause === undefined ? error.message : error);
  process.exit(1);
});
