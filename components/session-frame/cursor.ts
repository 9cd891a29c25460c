import { useEffect, useSyncExternalStore } from "react";

/** The turn under the pointer in a chart, for other parts of the page that mark it too. It is not part of the address. */
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

/** Marks a turn while the component that points at it stands. */
export function useCursorAt(turn: number | null): void {
  useEffect(() => {
    show(turn);
    return () => show(null);
  }, [turn]);
}

export function useCursorTurn(): number | null {
  return useSyncExternalStore(subscribe, cursorTurn, () => null);
}

/** For a handler, which needs the turn once and does not draw it. */
export function cursorTurn(): number | null {
  return shown;
}
