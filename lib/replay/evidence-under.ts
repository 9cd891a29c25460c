import type { EdgeState, EvidenceEdge } from "@/lib/core/evidence/edge";
import { EvidencePlaces } from "@/lib/core/evidence/whereabouts";
import type { Session } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import type { Replay } from "./setup";

export interface EdgeUnderPolicy {
  readonly edge: EvidenceEdge;
  readonly recorded: EdgeState;
  readonly replayed: EdgeState;
}

/**
 * The state that the evidence of the recorded answers would have in a replay. An edge says what was needed and when.
 * Its state is looked up in the replayed window of the same turn. A placeholder is a reference only if it names a way
 * to get the content back. Otherwise the evidence is dangling; so is evidence that the replay does not hold.
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

function firstProtected(ledger: Replay["ledger"]): Map<string, TurnIndex> {
  const first = new Map<string, TurnIndex>();
  for (const { turn, decisions } of ledger)
    for (const { action, blocks } of decisions)
      if (action === "protect") for (const id of blocks) if (!first.has(id)) first.set(id, turn);
  return first;
}
