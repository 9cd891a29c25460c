"use client";

import { useSyncExternalStore } from "react";

/** Sessions that are about to be deleted: lists leave them out, and show them again when that is undone. */
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
