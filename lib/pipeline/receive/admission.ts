import { AppError } from "@/lib/errors";

/** Requests with telemetry that are worked on at the same time; more are asked to come back. */
export const REQUESTS_MAX = 64;
const RETRY_AFTER_S = 2;

let admitted = 0;

/**
 * Does work for one request, unless too much is under way already.
 * @throws AppError `rate_limited`, with a short wait after which a client tries again
 */
export async function admit<T>(work: () => Promise<T>): Promise<T> {
  if (admitted >= REQUESTS_MAX) {
    throw new AppError(
      "rate_limited",
      "too many requests are being taken in; try again shortly",
      [],
      RETRY_AFTER_S,
    );
  }
  admitted++;
  try {
    return await work();
  } finally {
    admitted--;
  }
}
