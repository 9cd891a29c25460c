import type { EdgeState, EvidenceEdge } from "@/lib/core/evidence/edge";
import { EvidencePlaces } from "@/lib/core/evidence/whereabouts";
import type { Session } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import type { Replay } from "./setup";

/** A use of evidence, and where that evidence stands under another policy. */
export interface EdgeUnderPolicy {
  readonly edge: EvidenceEdge;
  readonly recorded: EdgeState;
  readonly replayed: EdgeState;
}

/**
 * Where the evidence that the recorded answers used would have been in a replay. An edge says what was needed and when;
 * its state is that of the replayed window of the same turn. A placeholder that names nothing to get the content back by
 * is no reference: evidence behind it is dangling, as is what the replay does not hold.
 */
export function evidenceUnder(
  edges: readonly EvidenceEdge[],
  recorded: Session,
  { recording, ledger }: Pick<Replay, "recording" | "ledger">,
): EdgeUnderPolicy[] {
  const places = new EvidencePlaces(recording);
  const numbers = new Map(recording.session.blocks.map(({ id }, number) => [id, number]));
  const pinnedFrom = firstProtected(ledger);
  const numberOf = (block: number | null) => numbers.get(recorded.blocks[block ?? -1]?.id ?? "");
  return edges.map((edge) => ({ edge, recorded: edge.state, replayed: stateOf(edge) }));

  function stateOf({ from, to: { turn }, matched, refetchedBy }: EvidenceEdge): EdgeState {
    const block = numberOf(from);
    if (block === undefined) return "dangling";
    const values = matched.length === 0 ? [null] : matched;
    if (values.some((value) => places.says(block, turn, value)))
      return (pinnedFrom.get(recorded.blocks[from]?.id ?? "") ?? Infinity) <= turn ? "pinned" : "live";
    const again = numberOf(refetchedBy);
    if (again !== undefined && places.says(again, turn, null)) return "refetched";
    return places.leadsTo(block, turn) ? "referenced" : "dangling";
  }
}

/** The turn at which a policy first kept each block because of a pin. */
function firstProtected(ledger: Replay["ledger"]): Map<string, TurnIndex> {
  const first = new Map<string, TurnIndex>();
  for (const { turn, decisions } of ledger)
    for (const { action, blocks } of decisions)
      if (action === "protect") for (const id of blocks) if (!first.has(id)) first.set(id, turn);
  return first;
}
