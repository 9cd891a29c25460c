import { isDatabaseAway } from "./away";

const AWAY_EVERY_MS = 60_000;
let saidAt = Number.NEGATIVE_INFINITY;
let unsaid = 0;

/**
 * Logs what failed. While the database is away much fails for that one reason: one line a minute says so, with how much
 * else failed since the line before.
 * @param failure a clause that says what did not happen
 */
export function sayFailure(failure: string, error: unknown, now = performance.now()): void {
  if (!isDatabaseAway(error)) {
    console.error(failure, error);
    return;
  }
  if (now - saidAt < AWAY_EVERY_MS) {
    unsaid++;
    return;
  }
  const omitted = unsaid > 0 ? `; ${unsaid} more failures for such a reason since the last line` : "";
  console.error(`${failure}: the database, or a node of it, cannot be used (${findReason(error)})${omitted}`);
  [saidAt, unsaid] = [now, 0];
}

function findReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const line =
    typeof message === "string" ? message.split("\n").findLast((text) => text.trim() !== "") : null;
  return line?.trim() ?? String(code);
}
