import type { EdgeState, EvidenceEdge } from "../evidence/edge";
import { groupBy } from "../group-by";
import type { Session } from "../trace/session";

/** The states of a use whose evidence did not stand in the window. What was fetched again is a figure of its own. */
export const GONE_STATES = ["dangling", "referenced"] as const satisfies readonly EdgeState[];
const GONE: ReadonlySet<EdgeState> = new Set(GONE_STATES);

/** Blocks that left and that a use needed before they came back. */
export function blocksNeededLater(
  { evictions }: Pick<Session, "evictions">,
  edges: readonly EvidenceEdge[],
): ReadonlySet<number> {
  const uses = groupBy(edges.filter(needsWhatLeft), ({ from }) => from);
  const needed = evictions.filter(({ block, turn, reenteredTurn }) =>
    uses.get(block)?.some(({ to }) => to.turn >= turn && to.turn < (reenteredTurn ?? Infinity)),
  );
  return new Set(needed.map(({ block }) => block));
}

/** An inferred use did not need what the model's own words still said. */
function needsWhatLeft({ executed, kind, state, residual }: EvidenceEdge): boolean {
  return executed && GONE.has(state) && (kind === "declared" || !residual);
}
