"use client";

import { useState } from "react";
import type { Snapshot, TimelineView } from "@/lib/incident/snapshot";
import type { Shared } from "@/lib/view/share/view-snapshot";
import { isView } from "@/lib/view/share/view-snapshot";
import { ReadCache } from "../data/read-cache";
import { IncidentView } from "../incident/incident-view";
import { SharedViewPage } from "./shared-view";

export function SharedPage({ snapshot }: { snapshot: Shared }) {
  return (
    <ReadCache apart>
      <p className="border-b border-line bg-sunken px-4 py-1.5 text-xs text-ink-2">
        A frozen snapshot, shared from Sightglass.{" "}
        {snapshot.content === "off" ? leftOut(snapshot) : "Secrets and personal data are masked with █."}
      </p>
      {isView(snapshot) ? <SharedViewPage snapshot={snapshot} /> : <SharedTimeline snapshot={snapshot} />}
    </ReadCache>
  );
}

function SharedTimeline({ snapshot }: { snapshot: Snapshot }) {
  const [view, setView] = useState<TimelineView>(snapshot.view);
  const [asTable, setAsTable] = useState(false);
  return (
    <IncidentView
      snapshot={snapshot}
      view={view}
      asTable={asTable}
      onTable={setAsTable}
      onView={(change) => setView((before) => ({ ...before, ...change }))}
    />
  );
}

function leftOut(snapshot: Shared): string {
  return isView(snapshot)
    ? "Names and texts were left out: #1, #2 and so on stand for them."
    : "Names and texts were left out.";
}
