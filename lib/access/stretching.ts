import { AppError } from "@/lib/errors";
import { STRETCHING_AT_ONCE, STRETCHING_WAITING_MAX } from "@/lib/api/limits/access";
import { FairGate } from "@/lib/fair-gate";

const RETRY_AFTER_S = 5;

const gate = new FairGate({ atOnce: STRETCHING_AT_ONCE, waiting: STRETCHING_WAITING_MAX });
/** Who signs in is not known yet, so all stand in one line. */
const EVERYBODY = "";

/**
 * Runs work that uses a core and much memory on purpose, such as deriving a key from a password. A few run at a time;
 * the rest wait in order.
 * @throws AppError `unavailable` when too many wait already, and every error of the work
 */
export function stretchInTurn<T>(work: () => Promise<T>): Promise<T> {
  return gate.run(EVERYBODY, work, {
    refusal: () => new AppError("unavailable", "too many are signing in at the moment", [], RETRY_AFTER_S),
  });
}
