import { useUrlState } from "../data/use-url-state";
import { replayParams } from "@/lib/view/url-state";

/** Small moves replace the history entry; a new run or view adds one. */
export function useReplayState() {
  const [state, setState] = useUrlState(replayParams, { history: "replace" });
  type Patch = Parameters<typeof setState>[0];
  return {
    state,
    change: (patch: Patch, history: "replace" | "push" = "replace") => setState(patch, { history }),
  };
}
export type ReplayState = ReturnType<typeof useReplayState>;
