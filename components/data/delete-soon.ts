import { toast } from "./toast-store";
import type { ApiWrite } from "@/lib/api/request/request";
import { makeAddress } from "@/lib/api/request/request";
import { sendJson } from "./send-json";

const UNDO_MS = 8_000;

interface Deletion {
  readonly deletes: readonly ApiWrite<"DELETE">[];
  readonly text: string;
  readonly onUndo: () => void;
  readonly onFailed: () => void;
}

/**
 * Deletes after a delay, in which the user can undo it. Leaving the page deletes at once, because the page already said
 * that the things are deleted.
 */
export function deleteSoon({ deletes, text, onUndo, onFailed }: Deletion): void {
  let open = true;
  const settle = () => {
    const wasOpen = open;
    open = false;
    window.removeEventListener("pagehide", onLeave);
    return wasOpen;
  };
  const onLeave = () => {
    if (settle())
      for (const apiWrite of deletes)
        void fetch(makeAddress(apiWrite), { method: "DELETE", keepalive: true });
  };
  window.addEventListener("pagehide", onLeave);
  const close = toast(
    text,
    {
      label: "Undo",
      run: () => {
        if (!settle()) return;
        close();
        onUndo();
      },
    },
    UNDO_MS,
  );
  setTimeout(() => {
    if (!settle()) return;
    Promise.all(deletes.map((apiWrite) => sendJson(apiWrite))).catch((error: unknown) => {
      toast(error instanceof Error ? error.message : String(error));
      onFailed();
    });
  }, UNDO_MS);
}
