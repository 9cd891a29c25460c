import type { StillPending } from "@/lib/core/pending";
import { plural } from "./format/format";

/** A note when a page about many sessions leaves some out; `null` while all nodes of the database answer. */
export function describeAway(nodesAway: number): string | null {
  if (nodesAway === 0) return null;
  const [are, them] = nodesAway === 1 ? ["is", "it"] : ["are", "them"];
  return `${plural(nodesAway, "node")} of the database ${are} away. Sessions that are stored there are left out here, and come back with ${them}.`;
}

interface NodesNow {
  readonly all: number;
  readonly away: number;
  readonly ids: readonly number[];
}

/** For example `Node 3 of the database (one of 2) is away`; `null` while all answer. */
function nameAway({ all, away, ids }: NodesNow): string | null {
  if (away === 0) return null;
  return away === 1
    ? `Node ${ids[0]} of the database, one of ${all}, is away`
    : `Nodes ${ids.join(" and ")} of the database, ${away} of ${all}, are away`;
}

/** In place of a page that could not be made while a node of the database is away; `null` while all answer. */
export function describeAwayPage(nodes: NodesNow | null): string | null {
  const away = nodes === null ? null : nameAway(nodes);
  return away === null
    ? null
    : `${away}. What is stored there cannot be read until it is back, and lists of incidents and links need all nodes. Home, the list of sessions, audits and searches show the sessions of the other nodes, and these can be opened. This page is loaded by itself then.`;
}

/** On an open page of a session whose node is away; `null` while all answer. */
export function describeAwaySession(nodes: NodesNow | null): string | null {
  const away = nodes === null ? null : nameAway(nodes);
  return away === null
    ? null
    : `${away}, and this session is stored there. What this page shows can still be read; other views of the session and what is new come when the node is back.`;
}

/**
 * A note when received data is not shown yet; `null` when everything is shown.
 * @param waiting the number of events and records that are still processed
 * @param pending what that means for the session that the page is about
 */
export function describeStillWaiting(waiting: number, pending: StillPending | null = null): string | null {
  if (waiting === 0) return null;
  const since =
    pending === null || pending.what === "findings" ? "" : ` since ${formatTimeOfDay(pending.since)}`;
  return `${plural(waiting, "event")} ${waiting === 1 ? "is" : "are"} still being processed${since} and ${waiting === 1 ? "is" : "are"} not shown here yet.`;
}

/** Instead of what a view would show, while nothing of the session can be read; `null` once something can. */
export function describePendingTurns(pending: StillPending | null | undefined): string | null {
  if (pending?.what !== "all") return null;
  return `What was received of this session is being worked out since ${formatTimeOfDay(pending.since)}. This page fills itself.`;
}

/** A note when a session is too large to analyse; `null` where it is not. @param reason such as `it takes more than 15 minutes` */
export function describeAnalysisRefusal(reason: string | null | undefined): string | null {
  return reason === null || reason === undefined ? null : `Too large to analyse: ${reason}.`;
}

/** What is not known yet, and since when it is worked out: never "nothing" before something has looked. */
export function describePendingPart(what: string, pending: StillPending | null | undefined): string {
  if (pending == null) return `${what} is not known: the session is not analysed.`;
  return `${what} is being worked out since ${formatTimeOfDay(pending.since)}. This page fills itself.`;
}

/** The same in place of a whole view. */
export function makePendingNotice(
  what: string,
  pending: StillPending | null | undefined,
): { readonly title: string; readonly text: string } {
  return {
    title: pending == null ? "Not known" : "Being worked out",
    text: describePendingPart(what, pending),
  };
}

/** For example `12:04:31 UTC`: the server and the browser say the same. */
function formatTimeOfDay(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}
