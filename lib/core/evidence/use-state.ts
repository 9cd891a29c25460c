import type { EvidenceEdge } from "./edge";
import { EDGE_STATES } from "./edge";

/**
 * Where evidence was when a step or an answer used it. `residual` is what `dangling` evidence is while the model's own
 * words in the window still say it, so each use has one state.
 */
export const USE_STATES = [...EDGE_STATES, "residual"] as const;
export type UseState = (typeof USE_STATES)[number];

export type UseCounts = Readonly<Record<UseState, number>>;

/** The one state of a use, see {@link USE_STATES}. */
export function useStateOf({ state, residual }: Pick<EvidenceEdge, "state" | "residual">): UseState {
  return state === "dangling" && residual ? "residual" : state;
}

/** The evidence was not in the window, nothing there led to it, and nothing there said what was used. */
export function isDangling(edge: Pick<EvidenceEdge, "state" | "residual">): boolean {
  return useStateOf(edge) === "dangling";
}

/** Uses by state. A step that has not run has not used anything. @param edges each stands for `times` equal ones, else for one */
export function countUses(
  edges: readonly (Pick<EvidenceEdge, "state" | "residual" | "executed"> & { readonly times?: number })[],
): UseCounts {
  const counts = Object.fromEntries(USE_STATES.map((state) => [state, 0])) as Record<UseState, number>;
  for (const edge of edges) if (edge.executed) counts[useStateOf(edge)] += edge.times ?? 1;
  return counts;
}
