import { AppError } from "@/lib/errors";
import { STRETCHING_AT_ONCE, STRETCHING_WAITING_MAX } from "@/lib/api/limits/access";

const RETRY_AFTER_S = 5;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that uses a core and much memory on purpose, such as deriving a key from a password. A few run at a time;
 * the rest wait in order.
 * @throws AppError `unavailable` when too many wait already, and every error of the work
 */
export async function stretchInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= STRETCHING_AT_ONCE) {
    if (waiting.length >= STRETCHING_WAITING_MAX)
      throw new AppError("unavailable", "too many are signing in at the moment", [], RETRY_AFTER_S);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
