"use client";

import { useEffect, useSyncExternalStore } from "react";

/** The turn that the page on the screen has its cursor at, where its address does not say so. */
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

/** Says which turn the calling page has its cursor at. */
export function useCursorAt(turn: number | null): void {
  useEffect(() => {
    show(turn);
    return () => show(null);
  }, [turn]);
}

/** The same, for what stands on every page and follows the cursor. */
export function useCursorTurn(): number | null {
  return useSyncExternalStore(subscribe, cursorTurn, () => null);
}

/** The turn of the cursor as the page last said; `null` where no page did. */
export function cursorTurn(): number | null {
  return shown;
}
