"use client";

import { useEffect } from "react";

/** The turn that the page on the screen has its cursor at, where its address does not say so. */
let shown: number | null = null;

/** Says which turn the calling page has its cursor at. */
export function useCursorAt(turn: number | null): void {
  useEffect(() => {
    shown = turn;
    return () => {
      shown = null;
    };
  }, [turn]);
}

/** The turn of the cursor as the page last said; `null` where no page did. */
export function cursorTurn(): number | null {
  return shown;
}
