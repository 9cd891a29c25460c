import Link from "next/link";
import { useState } from "react";
import { revealText } from "@/lib/view/format/trace-text";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { ModalClose, Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { Refusal } from "../ui/refusal";
import { Time } from "../ui/time";

export interface ShownNote {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly createdAt: string;
}

export interface NotePlace {
  readonly id: string;
  readonly incidentId: string;
  readonly annotationId: string;
}

interface Props {
  note: ShownNote;
  pin: string;
  href: string;
  /** `null` for a reader who may not change the note. */
  place: NotePlace | null;
}

const NOTE = "/api/v1/sessions/{id}/incidents/{incidentId}/annotations/{annotationId}";
const ACTION = "underline-offset-2 hover:underline print:hidden";

export function NoteExtras({ note, pin, href, place }: Props) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { busy, error, run } = useAction();
  const act = (work: () => Promise<unknown>) => run(() => work().then(() => setOpen(null)));
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 pl-2.5 text-xs text-ink-3">
      <Link
        href={href}
        className="min-w-0 text-accent underline-offset-2 wrap-anywhere hover:underline"
        dir="auto"
      >
        on {revealText(pin)}
      </Link>
      <span>
        {revealText(note.author)}, <Time iso={note.createdAt} className="num" />
      </span>
      {place !== null && (
        <>
          <button type="button" className={ACTION} onClick={() => setOpen("edit")}>
            Edit
          </button>
          <button type="button" className={ACTION} onClick={() => setOpen("delete")}>
            Delete
          </button>
          <Modal title="Edit the note" open={open === "edit"} onOpen={(on) => setOpen(on ? "edit" : null)}>
            <ModalForm
              verb="Save"
              busy={busy}
              error={error}
              onSave={(data) =>
                void act(() =>
                  sendJson(
                    makeApiWrite("PATCH", NOTE, { ...place }, { body: { text: formText(data, "text") } }),
                  ),
                )
              }
            >
              <textarea
                className="field h-28 w-full py-1.5"
                name="text"
                aria-label="Note"
                defaultValue={note.text}
                maxLength={4_000}
                required
              />
            </ModalForm>
          </Modal>
          <Modal
            title="Delete this note?"
            description={<span dir="auto">{revealText(note.text.slice(0, 200))}</span>}
            open={open === "delete"}
            onOpen={(on) => setOpen(on ? "delete" : null)}
          >
            <Refusal message={error} />
            <div className="mt-4 flex justify-end gap-2">
              <ModalClose>Keep it</ModalClose>
              <button
                type="button"
                className="btn text-dangling"
                disabled={busy}
                onClick={() => void act(() => sendJson(makeApiWrite("DELETE", NOTE, { ...place })))}
              >
                Delete
              </button>
            </div>
          </Modal>
        </>
      )}
    </div>
  );
}
