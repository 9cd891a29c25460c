import { plural } from "./format/format";

/** A note when a page about many sessions leaves some out; `null` while all nodes of the database answer. */
export function awayStatement(nodesAway: number): string | null {
  if (nodesAway === 0) return null;
  const [are, them] = nodesAway === 1 ? ["is", "it"] : ["are", "them"];
  return `${plural(nodesAway, "node")} of the database ${are} away. Sessions that are stored there are left out here, and come back with ${them}.`;
}

/**
 * A note when received data is not shown yet; `null` when everything is shown.
 * @param waiting the number of events and records that are still processed
 */
export function waitingStatement(waiting: number): string | null {
  if (waiting === 0) return null;
  return `${plural(waiting, "event")} ${waiting === 1 ? "is" : "are"} still being processed and ${waiting === 1 ? "is" : "are"} not shown here yet.`;
}
