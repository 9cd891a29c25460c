"use client";

import { useQueryStates } from "nuqs";
import { replayParams } from "@/lib/view/url-state";

/** What the replay page keeps in the URL. Moves replace; a new run or view is a step back in the history. */
export function useReplayState() {
  const [state, setState] = useQueryStates(replayParams, { history: "replace" });
  type Patch = Parameters<typeof setState>[0];
  return {
    state,
    change: (patch: Patch, history: "replace" | "push" = "replace") => void setState(patch, { history }),
  };
}
export type ReplayState = ReturnType<typeof useReplayState>;
