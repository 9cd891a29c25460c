"use client";

import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Modal, ModalClose } from "../ui/modal";
import { Refusal } from "../ui/refusal";
import type { IncidentDraft } from "./incident-fields";
import { IncidentFields, incidentOf } from "./incident-fields";

interface Props {
  /** The address of the incident in the API. */
  path: string;
  incident: IncidentDraft;
  whole: SessionExtent;
}

/** Changes what an incident says of itself, and its range. */
export function EditIncident({ path, incident, whole }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  const save = (data: FormData) =>
    run(async () => {
      await sendJson("PATCH", path, incidentOf(data));
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
      <form
        className="mt-3 grid grid-cols-1 gap-3 text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        <IncidentFields draft={incident} whole={whole} />
        <Refusal message={error} />
        <div className="flex justify-end gap-2">
          <ModalClose>Cancel</ModalClose>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            Save
          </button>
        </div>
      </form>
    </Modal>
  );
}
