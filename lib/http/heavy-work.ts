import { AppError } from "@/lib/errors";

/** How many answers that read whole sessions are computed at once: per project, and in total. */
const PER_PROJECT = 2;
const AT_ONCE = 4;
const WAITING_PER_PROJECT = 40;
const RETRY_AFTER_S = 5;

interface Waiting {
  readonly project: string;
  readonly start: () => void;
}

const running = new Map<string, number>();
const waiting: Waiting[] = [];

/**
 * Computes an expensive answer in turn. A project with many requests waits for its own; other projects pass it. Skips
 * the work when the client has gone.
 * @throws AppError `rate_limited` when too many requests of the project wait, `unavailable` when the client has gone,
 * and every error of the work
 */
export async function heavyWork<T>(project: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (!mayStart(project)) {
    if (waiting.filter((one) => one.project === project).length >= WAITING_PER_PROJECT)
      throw new AppError("rate_limited", "too many large answers are asked for at once", [], RETRY_AFTER_S);
    await new Promise<void>((resolve) => waiting.push({ project, start: resolve }));
  } else add(project, 1);
  try {
    if (signal.aborted) throw new AppError("unavailable", "whoever asked has gone");
    return await work();
  } finally {
    add(project, -1);
    startNext();
  }
}

function mayStart(project: string): boolean {
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  return all < AT_ONCE && (running.get(project) ?? 0) < PER_PROJECT;
}

function startNext(): void {
  const at = waiting.findIndex(({ project }) => mayStart(project));
  const [next] = at < 0 ? [] : waiting.splice(at, 1);
  if (next === undefined) return;
  add(next.project, 1);
  next.start();
}

function add(project: string, by: number): void {
  const count = (running.get(project) ?? 0) + by;
  if (count === 0) running.delete(project);
  else running.set(project, count);
}
