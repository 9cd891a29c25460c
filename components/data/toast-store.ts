export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

const SHOWN_MS = 4_000;
const SHOWN_MAX = 4;

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** @returns a function that removes the message at once */
export function toast(text: string, action: Toast["action"] = null, shownMs = SHOWN_MS): () => void {
  const id = ++count;
  const close = () => set(toasts.filter((toast) => toast.id !== id));
  set([...toasts, { id, text, action }].slice(-SHOWN_MAX));
  setTimeout(close, shownMs);
  return close;
}

export function toastsNow(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
