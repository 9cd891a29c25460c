import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { toast } from "../data/toast-store";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";

/** Loaded when there is something to save: a list that nobody has filtered does not carry it. */
export default function SaveView({ query }: { query: string }) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  return (
    <Modal
      title="Save this view"
      description="Filters, order and columns as they are, under a name, for everybody of the project. A view of the same name is replaced."
      trigger={
        <button type="button" className="btn">
          Save view
        </button>
      }
      open={open}
      onOpen={setOpen}
    >
      <ModalForm
        verb="Save"
        busy={busy}
        error={error}
        onSave={(data) =>
          run(async () => {
            const name = formText(data, "name").trim();
            await sendJson(makeApiWrite("POST", "/api/v1/views", {}, { body: { name, query } }));
            setOpen(false);
            toast(`View “${name}” saved`);
          })
        }
      >
        <LabelledField label="Name" name="name" required maxLength={60} autoFocus />
      </ModalForm>
    </Modal>
  );
}
