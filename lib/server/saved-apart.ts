import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { runningJob } from "@/lib/commands/jobs/running-job";
import { savedTask } from "@/lib/commands/jobs/saved-task";
import type { Database } from "@/lib/db/client";
import { rowOfJob } from "@/lib/jobs/saved/saved-jobs";
import { programOf } from "@/lib/program.mjs";
import { SPARING } from "./sparing.mjs";

/** The processes that one import may start, each after the one before ended too early. */
const PROCESSES_MAX = 3;
const IMPORTER = programOf("lib/server/importer.ts");

/**
 * Runs saved jobs: an import in a separate process that saves memory, anything else in this process. So a
 * large import neither fills the worker nor slows it down, and the worker survives when the system kills the
 * import for its memory.
 * @param onProcess is given each process that is started
 */
export function savedApart(onProcess: (child: ChildProcess) => void = () => undefined) {
  return async (db: Database, payload: unknown, signal: AbortSignal): Promise<void> => {
    const job = await runningJob(db, payload);
    if (job?.kind !== "import") return savedTask(db, payload, signal);
    let end = "";
    for (let no = 1; no <= PROCESSES_MAX; no++) {
      signal.throwIfAborted();
      const child = fork(IMPORTER.path, [job.projectId, job.id], {
        execArgv: [...IMPORTER.flags, ...SPARING],
      });
      onProcess(child);
      end = await endOf(child, signal);
      if ((await runningJob(db, payload)) === null) return;
    }
    signal.throwIfAborted();
    const message =
      `the process that imported ended ${PROCESSES_MAX} times before it was done (${end}); perhaps the machine has too ` +
      "little memory. What was stored is kept, and importing the same again goes on from there";
    await rowOfJob(db, job).fail({ code: "internal", message, details: [] });
  };
}

/**
 * The process is asked to end when the worker ends.
 * @returns its exit code or signal, in words
 */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<string> {
  const stop = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  try {
    const [code, killedBy] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return killedBy ?? `exit code ${code}`;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
