"use client";

import Link from "next/link";
import { useUrlState } from "@/components/data/use-url-state";
import type { Snapshot } from "@/lib/incident/snapshot";
import type { TimelineEntry } from "@/lib/incident/timeline";
import type { SessionExtent } from "@/lib/view/incident/extent";
import type { PinOptions } from "@/lib/view/incident/pin-options";
import { turnHref } from "@/lib/view/questions/links";
import { timelineParams } from "@/lib/view/url-state";
import { ShareDialog } from "@/components/share/share-dialog";
import { isSharedNext } from "@/components/data/share-next";
import { AnnotateForm } from "@/components/incident/annotate-form";
import { DeleteIncident } from "@/components/incident/delete-incident";
import { EditIncident } from "@/components/incident/edit-incident";
import { ExportLinks } from "@/components/incident/export-links";
import type { IncidentDraft } from "@/lib/view/incident/edits";
import { IncidentView } from "@/components/incident/incident-view";
import type { ShownNote } from "@/components/incident/note-extras";
import { NoteExtras } from "@/components/incident/note-extras";
import { ReplayPicker } from "@/components/incident/replay-picker";

interface Props {
  sessionId: string;
  incident: IncidentDraft & {
    readonly id: string;
    readonly replays: readonly string[];
    readonly annotations: readonly ShownNote[];
  };
  whole: SessionExtent;
  snapshot: Snapshot;
  pins: PinOptions;
  pinHrefs: readonly string[];
  replays: Parameters<typeof ReplayPicker>[0]["choices"];
  mayWrite: boolean;
}

export function IncidentPage({ sessionId, incident, snapshot, mayWrite, ...props }: Props) {
  const [state, setState] = useUrlState(timelineParams, {});
  const view = { turn: state.turn, axis: state.axis, compress: state.idle === "cut" };
  const path = `/api/v1/sessions/${sessionId}/incidents/${incident.id}`;
  const noteExtras = ({ annotation, pin }: TimelineEntry) => {
    const note = incident.annotations[annotation ?? -1];
    if (note === undefined || pin === null) return null;
    return (
      <NoteExtras
        note={note}
        pin={pin.text}
        href={props.pinHrefs[annotation ?? -1] ?? turnHref(sessionId, snapshot.from)}
        place={mayWrite ? { id: sessionId, incidentId: incident.id, annotationId: note.id } : null}
      />
    );
  };
  return (
    <IncidentView
      snapshot={snapshot}
      view={view}
      asTable={state.table !== null}
      onTable={(on) => setState({ table: on ? "1" : null })}
      onView={({ turn, axis, compress }) =>
        setState({
          ...(turn !== undefined && { turn }),
          ...(axis !== undefined && { axis }),
          ...(compress !== undefined && { idle: compress ? "cut" : null }),
        })
      }
      actions={
        <>
          <ExportLinks path={path} view={view} />
          {mayWrite && (
            <>
              <EditIncident
                sessionId={sessionId}
                incidentId={incident.id}
                incident={incident}
                whole={props.whole}
              />
              <DeleteIncident
                sessionId={sessionId}
                incidentId={incident.id}
                title={snapshot.title}
                annotations={incident.annotations.length}
              />
              <ShareDialog
                label="Share incident…"
                begins={isSharedNext(incident.id)}
                sessionId={sessionId}
                subjects={() => [{ label: "This incident", body: { incident: incident.id, view } }]}
              />
            </>
          )}
        </>
      }
      noteExtras={noteExtras}
      turnLink={(turn) => (
        <Link
          className="text-xs font-normal text-accent underline-offset-2 hover:underline"
          href={turnHref(sessionId, turn)}
        >
          Open turn {turn}
        </Link>
      )}
      {...(mayWrite && {
        afterTimeline: (
          <AnnotateForm
            sessionId={sessionId}
            incidentId={incident.id}
            turn={view.turn ?? snapshot.from}
            range={snapshot}
            pins={props.pins}
          />
        ),
        afterReplays: (
          <ReplayPicker
            sessionId={sessionId}
            incidentId={incident.id}
            attached={incident.replays}
            choices={props.replays}
          />
        ),
      })}
    />
  );
}
