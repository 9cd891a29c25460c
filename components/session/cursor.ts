"use client";

import { useEffect, useSyncExternalStore } from "react";

/** The cursor's turn on the open page, for pages whose address does not contain it. */
let shown: number | null = null;
const listeners = new Set<() => void>();

function show(turn: number | null): void {
  shown = turn;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Publishes the cursor's turn of the calling page. */
export function useCursorAt(turn: number | null): void {
  useEffect(() => {
    show(turn);
    return () => show(null);
  }, [turn]);
}

/** The published turn, for components that stand on every page. */
export function useCursorTurn(): number | null {
  return useSyncExternalStore(subscribe, cursorTurn, () => null);
}

/** The turn that the page published last; `null` when no page did. */
export function cursorTurn(): number | null {
  return shown;
}
