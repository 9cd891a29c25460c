import { plural } from "./format/format";

/** What pages about many sessions leave out; nothing while all nodes answer. */
export function awayStatements(nodesAway: number): string[] {
  if (nodesAway === 0) return [];
  const are = nodesAway === 1 ? "is" : "are";
  return [
    `${plural(nodesAway, "node")} of the database ${are} away. Sessions that are stored there are left out here, and come back with ${nodesAway === 1 ? "it" : "them"}.`,
  ];
}

/**
 * A note when received data is not shown yet; `null` when everything is shown.
 * @param waiting the number of events and records that are still processed
 */
export function waitingStatement(waiting: number): string | null {
  if (waiting === 0) return null;
  return `${plural(waiting, "event")} ${waiting === 1 ? "is" : "are"} still being processed and ${waiting === 1 ? "is" : "are"} not shown here yet.`;
}
