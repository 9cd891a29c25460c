import { Dialog } from "@base-ui/react/dialog";
import { useRouter } from "next/navigation";
import { apiWrite } from "@/lib/api/request/request";
import { deleteSoon } from "../data/delete-soon";
import { hideSessions, showSessions } from "../sessions/hidden-sessions";

interface Props {
  id: string;
  title: string;
  /** The number of child sessions, which are deleted too. */
  below: number;
}

export function DeleteSession({ id, title, below }: Props) {
  const router = useRouter();
  const back = `/sessions/${id}`;
  const remove = () => {
    hideSessions([id]);
    deleteSoon({
      deletes: [apiWrite("DELETE", "/api/v1/sessions/{id}", { id })],
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
    <Dialog.Root>
      <Dialog.Trigger className="text-xs text-ink-3 hover:text-dangling print:hidden">Delete…</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-md bg-raised p-5 shadow-(--shadow)">
          <Dialog.Title className="text-base font-medium">Delete this session?</Dialog.Title>
          <Dialog.Description className="mt-1 text-ink-2" dir="auto">
            {title}
            {below > 0 && `, with the ${below} below it,`} will be gone from every table. For a few seconds
            that can be undone; then it can only be sent again.
          </Dialog.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Dialog.Close className="btn">Keep it</Dialog.Close>
            <button type="button" className="btn text-dangling" onClick={remove}>
              Delete
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
