import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { describeProblem } from "@/lib/view/format/problem-words";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import type { IncidentDraft } from "./incident-fields";
import { INCIDENT_LABELS, IncidentFields, incidentOf } from "./incident-fields";

interface Props {
  sessionId: string;
  incidentId: string;
  incident: IncidentDraft;
  whole: SessionExtent;
}

export function EditIncident({ sessionId, incidentId, incident, whole }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, problems, run } = useAction();
  const refusal = describeProblem(problems, INCIDENT_LABELS) ?? error;
  const save = (data: FormData) =>
    run(async () => {
      await sendJson(
        makeApiWrite(
          "PATCH",
          "/api/v1/sessions/{id}/incidents/{incidentId}",
          { id: sessionId, incidentId },
          { body: incidentOf(data) },
        ),
      );
      setOpen(false);
    });
  return (
    <Modal
      title="Edit the incident"
      open={open}
      onOpen={setOpen}
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
