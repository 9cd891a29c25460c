import { say } from "./toast-store";
import { sendJson } from "./send-json";

/** How long a deletion can be taken back. */
const UNDO_MS = 8_000;

interface Deletion {
  readonly paths: readonly string[];
  /** What is said meanwhile, as "3 sessions deleted". */
  readonly text: string;
  readonly onUndo: () => void;
  /** Called when something could not be deleted after all, and is still there. */
  readonly onFailed: () => void;
}

/**
 * Deletes things after a while in which that can be undone. Whoever leaves the page meanwhile deletes them at once: what
 * was said to be deleted is not left behind.
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
