import { useEffect, useSyncExternalStore } from "react";

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

export function useCursorAt(turn: number | null): void {
  useEffect(() => {
    show(turn);
    return () => show(null);
  }, [turn]);
}

export function useCursorTurn(): number | null {
  return useSyncExternalStore(subscribe, cursorTurn, () => null);
}

export function cursorTurn(): number | null {
  return shown;
}
