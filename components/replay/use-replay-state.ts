"use client";

import { useUrlState } from "../data/use-url-state";
import { replayParams } from "@/lib/view/url-state";

/** What the replay page keeps in the URL. Moves replace; a new run or view is a step back in the history. */
export function useReplayState() {
  const [state, setState] = useUrlState(replayParams, { history: "replace" });
  type Patch = Parameters<typeof setState>[0];
  return {
    state,
    change: (patch: Patch, history: "replace" | "push" = "replace") => setState(patch, { history }),
  };
}
export type ReplayState = ReturnType<typeof useReplayState>;
