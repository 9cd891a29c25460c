"use client";

import { useQueryStates } from "nuqs";
import type { Snapshot } from "@/lib/core/incident/snapshot";
import { timelineParams } from "@/lib/view/url-state";
import { ShareDialog } from "../share/share-dialog";
import { AnnotateForm } from "./annotate-form";
import { IncidentView } from "./incident-view";

interface Props {
  sessionId: string;
  incidentId: string;
  snapshot: Snapshot;
  mayWrite: boolean;
}

const FORMATS = { md: "Markdown", json: "JSON", html: "HTML", csv: "CSV" };

/** The page of an incident, with what its owner can do: note, take away, share. The state is in the URL. */
export function IncidentPage({ sessionId, incidentId, snapshot, mayWrite }: Props) {
  const [state, setState] = useQueryStates(timelineParams);
  const view = { turn: state.turn, axis: state.axis, compress: state.idle === "cut" };
  const path = `/api/v1/sessions/${sessionId}/incidents/${incidentId}`;
  return (
    <>
      <IncidentView
        snapshot={snapshot}
        view={view}
        onView={({ turn, axis, compress }) =>
          void setState({
            ...(turn !== undefined && { turn }),
            ...(axis !== undefined && { axis }),
            ...(compress !== undefined && { idle: compress ? "cut" : null }),
          })
        }
        actions={
          <>
            {Object.entries(FORMATS).map(([format, label]) => (
              <a key={format} className="btn btn-quiet" href={`${path}?format=${format}`} download>
                {label}
              </a>
            ))}
            {mayWrite && (
              <ShareDialog
                sessionId={sessionId}
                subjects={() => [{ label: "This incident", body: { incident: incidentId, view } }]}
              />
            )}
          </>
        }
      />
      {mayWrite && (
        <AnnotateForm path={`${path}/annotations`} turn={view.turn ?? snapshot.from} snapshot={snapshot} />
      )}
    </>
  );
}
