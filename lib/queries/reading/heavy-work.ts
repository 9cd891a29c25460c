import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { AppError } from "@/lib/errors";

/** How many answers that read whole sessions are computed at once: per project, and in total. */
const PER_PROJECT = 2;
const AT_ONCE = 4;
const WAITING_PER_PROJECT = 200;
const RETRY_AFTER_S = 5;

const everybody = pLimit(AT_ONCE);
const byProject = new Map<string, LimitFunction>();

/**
 * Computes an expensive answer in turn. A project with many requests waits for its own; other projects pass it. Skips
 * the work when the client has gone.
 * @throws AppError `rate_limited` when too many requests of the project wait, `unavailable` when the client has gone,
 * and every error of the work
 */
export async function heavyWork<T>(project: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turns = byProject.get(project) ?? pLimit(PER_PROJECT);
  byProject.set(project, turns);
  if (turns.pendingCount >= WAITING_PER_PROJECT)
    throw new AppError("rate_limited", "too many large answers are asked for at once", [], RETRY_AFTER_S);
  return turns(() =>
    everybody(() => {
      if (signal.aborted) throw new AppError("unavailable", "whoever asked has gone");
      return work();
    }),
  );
}
