"use client";

import { describeAwaySession } from "@/lib/view/waiting";
import { useNodesAway } from "../data/use-nodes-away";
import { useLive } from "./live-session";

/** On an open page of a session: that the node of the database that holds it is away, and what can be read meanwhile. */
export function AwayNote() {
  const { status, isAway } = useLive();
  const statement = describeAwaySession(useNodesAway(isAway || status === "lost"));
  return (
    statement !== null && (
      <p role="status" className="px-4 pb-2 text-xs text-warning print:hidden">
        {statement}
      </p>
    )
  );
}
