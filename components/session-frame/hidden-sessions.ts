import { useSyncExternalStore } from "react";

/** Sessions that will be deleted soon. Lists hide them, and show them again after an undo. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

export function hideSessions(ids: readonly string[]): void {
  set(new Set([...hidden, ...ids]));
}

export function showSessions(ids: readonly string[]): void {
  set(new Set([...hidden].filter((id) => !ids.includes(id))));
}

export function useHiddenSessions(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => hidden,
    () => NONE,
  );
}

const NONE: ReadonlySet<string> = new Set();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
