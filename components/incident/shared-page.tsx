"use client";

import { useState } from "react";
import type { Snapshot, TimelineView } from "@/lib/core/incident/snapshot";
import { IncidentView } from "./incident-view";

/** What is behind a link, at the state that was shared. What the reader changes stays in this window. */
export function SharedPage({ snapshot }: { snapshot: Snapshot }) {
  const [view, setView] = useState<TimelineView>(snapshot.view);
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <p className="border-b border-line bg-sunken px-4 py-1.5 text-xs text-ink-2">
        A frozen snapshot, shared from Sightglass.{" "}
        {snapshot.content === "off"
          ? "Names and texts were left out."
          : "Secrets and personal data are masked with █."}
      </p>
      <IncidentView
        snapshot={snapshot}
        view={view}
        asTable={asTable}
        onTable={setAsTable}
        onView={(change) => setView((before) => ({ ...before, ...change }))}
      />
    </>
  );
}
