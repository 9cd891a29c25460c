import { useSyncExternalStore } from "react";
import type { Toast } from "../data/toast-store";
import { onToasts, toastsNow } from "../data/toast-store";

const NONE: readonly Toast[] = [];

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, toastsNow, () => NONE);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4 print:hidden"
    >
      {toasts.map(({ id, text, action }) => (
        <p
          key={id}
          className="pointer-events-auto flex max-w-full items-center gap-3 rounded-md bg-raised px-4 py-2 shadow-(--shadow)"
          dir="auto"
        >
          <span className="min-w-0 truncate">{text}</span>
          {action !== null && (
            <button type="button" className="btn" onClick={action.run}>
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
