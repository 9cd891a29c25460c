import { plural } from "./format/format";

/**
 * What is to be said while something that was received is not shown yet; `null` when everything is.
 * @param waiting events and records that are being worked in
 */
export function waitingStatement(waiting: number): string | null {
  if (waiting === 0) return null;
  return `${plural(waiting, "event")} ${waiting === 1 ? "is" : "are"} being worked in; what is shown here is without ${waiting === 1 ? "it" : "them"}.`;
}
