import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { describeProblem } from "@/lib/view/format/problem-words";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import type { IncidentDraft } from "@/lib/view/incident/edits";
import { describeReplaced, pickEdits } from "@/lib/view/incident/edits";
import { readApi } from "../data/read-api";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { INCIDENT_LABELS, IncidentFields, incidentOf } from "./incident-fields";

interface Props {
  sessionId: string;
  incidentId: string;
  incident: IncidentDraft;
  whole: SessionExtent;
}

export function EditIncident({ sessionId, incidentId, incident, whole }: Props) {
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(incident);
  const [told, setTold] = useState(incident);
  const { busy, error, problems, run } = useAction();
  const refusal = describeProblem(problems, INCIDENT_LABELS) ?? error;
  const show = (isOpen: boolean) => {
    if (isOpen) {
      setSeen(incident);
      setTold(incident);
    }
    setOpen(isOpen);
  };
  const save = (data: FormData) =>
    run(async () => {
      const edits = pickEdits(seen, incidentOf(data));
      const { incidents } = await readApi(makeApiRead("/api/v1/sessions/{id}/incidents", { id: sessionId }));
      const now = incidents.find(({ id }) => id === incidentId);
      const replaced = now === undefined ? null : describeReplaced(told, now, edits);
      if (now !== undefined && replaced !== null) {
        // Told of it, the same press again means it.
        setTold(now);
        throw new Error(replaced);
      }
      await sendJson(
        makeApiWrite(
          "PATCH",
          "/api/v1/sessions/{id}/incidents/{incidentId}",
          { id: sessionId, incidentId },
          { body: edits },
        ),
      );
      setOpen(false);
    });
  return (
    <Modal
      title="Edit the incident"
      open={open}
      onOpen={show}
      trigger={
        <button type="button" className="btn btn-quiet">
          Edit…
        </button>
      }
    >
      <ModalForm verb="Save" busy={busy} error={refusal} onSave={(data) => void save(data)}>
        <IncidentFields draft={incident} whole={whole} />
      </ModalForm>
    </Modal>
  );
}
