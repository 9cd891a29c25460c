import { plural } from "./format/format";

/**
 * A note when received data is not shown yet; `null` when everything is shown.
 * @param waiting the number of events and records that are still processed
 */
export function waitingStatement(waiting: number): string | null {
  if (waiting === 0) return null;
  return `${plural(waiting, "event")} ${waiting === 1 ? "is" : "are"} still being processed and ${waiting === 1 ? "is" : "are"} not shown here yet.`;
}
