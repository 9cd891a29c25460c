import { AppError } from "@/lib/errors";
import { FairGate } from "@/lib/fair-gate";

const RETRY_AFTER_S = 5;

/** How many answers that read whole sessions are computed at once: in total, and per project. */
const gate = new FairGate({ atOnce: 4, perKey: 2, waitingPerKey: 200 });

/**
 * Computes an expensive answer in turn. A project with many requests waits for its own; other projects pass it. Skips
 * the work when the client has gone.
 * @throws AppError `rate_limited` when too many requests of the project wait, `unavailable` when the client has gone,
 * and every error of the work
 */
export function runHeavyWork<T>(project: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
  return gate.run(project, work, { gone, refusal: makeRefusal });
}

function makeRefusal(why: "full" | "gone"): AppError {
  return why === "gone"
    ? new AppError("unavailable", "whoever asked has gone")
    : new AppError("rate_limited", "too many large answers are asked for at once", [], RETRY_AFTER_S);
}
