import { useEffect } from "react";
import { whenServerAnswers } from "../data/when-server-answers";

/** How long a page is open before it loads itself again: one whose parts never come does not go round in a circle. */
const SETTLED_MS = 10_000;
const AGAIN_MS = 1_000;

/** Whether a page lacks a part that the server no longer has, as after an update: it is of another build. */
export function isOldPage({ name }: Error): boolean {
  return name === "ChunkLoadError";
}

export function loadAgain(): void {
  location.reload();
}

/** Loads a page of another build whole, as soon as the server answers. What it showed is gone already. */
export function useLoadedAgain(error: Error): boolean {
  const isOld = isOldPage(error);
  useEffect(() => {
    if (!isOld || performance.now() < SETTLED_MS) return undefined;
    const timer = setInterval(() => void whenServerAnswers(loadAgain), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOld]);
  return isOld;
}
