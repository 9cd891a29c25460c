import { useRouter } from "next/navigation";
import { useState } from "react";
import { describeDeletion } from "@/lib/view/incident/incident-words";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Modal, ModalClose } from "../ui/modal";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  incidentId: string;
  title: string;
  annotations: number;
}

export function DeleteIncident({ sessionId, incidentId, title, annotations }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  const router = useRouter();
  const remove = () =>
    run(async () => {
      await sendJson(
        makeApiWrite("DELETE", "/api/v1/sessions/{id}/incidents/{incidentId}", { id: sessionId, incidentId }),
      );
      router.push(`/sessions/${sessionId}/incidents`);
    });
  return (
    <Modal
      title="Delete this incident?"
      description={
        <span dir="auto">
          {title}
          {describeDeletion(annotations)}
        </span>
      }
      open={open}
      onOpen={setOpen}
      trigger={
        <button type="button" className="btn btn-quiet">
          Delete…
        </button>
      }
    >
      <Refusal message={error} />
      <div className="mt-4 flex justify-end gap-2">
        <ModalClose>Keep it</ModalClose>
        <button type="button" className="btn text-dangling" disabled={busy} onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </Modal>
  );
}
