import type { ChildProcess } from "node:child_process";
import { findRunningJob } from "@/lib/commands/jobs/running-job";
import type { Database } from "@/lib/db/client";
import { makeJobRow } from "@/lib/jobs/saved/saved-jobs";
import { endOf, SPARING, startProgram } from "@/lib/program.mjs";

/** The processes that one import may start, each after the one before ended too early. */
const PROCESSES_MAX = 3;

/**
 * Runs imports, each in a process of its own that saves memory. So a large import neither fills the worker nor slows it
 * down, and the worker survives when the system kills the import for its memory.
 * @param onProcess is given each process that is started
 */
export function makeSavedInProcess(onProcess: (child: ChildProcess) => void = () => undefined) {
  return async (db: Database, payload: unknown, signal: AbortSignal): Promise<void> => {
    const job = await findRunningJob({ ctx: { db }, input: payload });
    if (job === null) return;
    let end = "";
    for (let no = 1; no <= PROCESSES_MAX; no++) {
      signal.throwIfAborted();
      const child = startProgram("lib/server/importer.ts", [job.projectId, job.id], { nodeFlags: SPARING });
      onProcess(child);
      // The process is asked to end when the worker ends.
      const stop = (): void => void child.kill("SIGTERM");
      signal.addEventListener("abort", stop);
      end = await endOf(child);
      signal.removeEventListener("abort", stop);
      if ((await findRunningJob({ ctx: { db }, input: payload })) === null) return;
    }
    signal.throwIfAborted();
    const message =
      `the process that imported ended ${PROCESSES_MAX} times before it was done (${end}); perhaps the machine has too ` +
      "little memory. What was stored is kept, and importing the same again goes on from there";
    await makeJobRow(db, job).fail({ code: "internal", message, details: [] });
  };
}
