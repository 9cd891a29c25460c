import { useRouter } from "next/navigation";
import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { deleteSoon } from "../data/delete-soon";
import { hideSessions, showSessions } from "./hidden-sessions";
import { Modal, ModalClose } from "../ui/modal";

interface Props {
  id: string;
  title: string;
  below: number;
}

export function DeleteSession({ id, title, below }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const back = `/sessions/${id}`;
  const remove = () => {
    hideSessions([id]);
    deleteSoon({
      deletes: [makeApiWrite("DELETE", "/api/v1/sessions/{id}", { id })],
      text: below > 0 ? `Session and the ${below} below it deleted` : "Session deleted",
      onUndo: () => {
        showSessions([id]);
        router.push(back);
      },
      onFailed: () => showSessions([id]),
    });
    router.push("/");
  };
  return (
    <Modal
      title="Delete this session?"
      description={
        <span dir="auto">
          {title}
          {below > 0 && `, with the ${below} below it,`} will be gone from every table. For a few seconds that
          can be undone; then it can only be sent again.
        </span>
      }
      open={open}
      onOpen={setOpen}
      trigger={
        <button type="button" className="min-h-6 text-xs text-ink-3 hover:text-dangling print:hidden">
          Delete…
        </button>
      }
    >
      <div className="mt-4 flex justify-end gap-2">
        <ModalClose>Keep it</ModalClose>
        <button type="button" className="btn text-dangling" onClick={remove}>
          Delete
        </button>
      </div>
    </Modal>
  );
}
