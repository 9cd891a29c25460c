import { say } from "./toast-store";
import { sendJson } from "./send-json";

const UNDO_MS = 8_000;

interface Deletion {
  readonly paths: readonly string[];
  readonly text: string;
  readonly onUndo: () => void;
  /** Called when a deletion failed and the thing still exists. */
  readonly onFailed: () => void;
}

/**
 * Deletes after a delay, in which the user can undo it. Leaving the page deletes at once, because the page already said
 * that the things are deleted.
 */
export function deleteSoon({ paths, text, onUndo, onFailed }: Deletion): void {
  let open = true;
  const settle = () => {
    const wasOpen = open;
    open = false;
    window.removeEventListener("pagehide", onLeave);
    return wasOpen;
  };
  const onLeave = () => {
    if (settle()) for (const path of paths) void fetch(path, { method: "DELETE", keepalive: true });
  };
  window.addEventListener("pagehide", onLeave);
  const close = say(
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
    Promise.all(paths.map((path) => sendJson("DELETE", path))).catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      onFailed();
    });
  }, UNDO_MS);
}
