import { useState } from "react";
import type { SessionRow } from "@/lib/view/session-rows";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { toast } from "../data/toast-store";

interface Props {
  rows: readonly Pick<SessionRow, "id" | "title" | "tags">[];
  onDone: () => void;
}

export function EditSession({ rows, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  const [only] = rows;
  const single = rows.length === 1 && only !== undefined ? only : null;
  const save = (data: FormData) =>
    run(async () => {
      const name = formText(data, "name").trim();
      const tags = tagsOf(formText(data, "tags"));
      for (const row of rows)
        await sendJson(
          makeApiWrite(
            "PATCH",
            "/api/v1/sessions/{id}",
            { id: row.id },
            {
              body: {
                ...(single !== null && name !== "" && name !== single.title && { name }),
                tags: single === null ? [...new Set([...row.tags, ...tags])] : tags,
              },
            },
          ),
        );
      setOpen(false);
      toast(single === null ? `${rows.length} sessions tagged` : "Session changed");
      onDone();
    });
  return (
    <Modal
      title={single === null ? `Tag ${rows.length} sessions` : "Name and tags"}
      trigger={
        <button type="button" className="btn">
          {single === null ? "Tag" : "Rename, tag"}
        </button>
      }
      open={open}
      onOpen={setOpen}
    >
      <ModalForm verb="Save" busy={busy} error={error} onSave={save}>
        {single !== null && (
          <LabelledField label="Name" name="name" defaultValue={single.title} maxLength={200} />
        )}
        <LabelledField
          label="Tags"
          name="tags"
          defaultValue={single === null ? "" : single.tags.join(", ")}
          hint={single === null ? "Added to the existing tags; separated by commas" : "Separated by commas"}
        />
      </ModalForm>
    </Modal>
  );
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}
