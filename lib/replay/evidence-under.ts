import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import type { UseState } from "@/lib/core/evidence/use-state";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { EvidencePlaces } from "@/lib/core/evidence/whereabouts";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TurnIndex } from "@/lib/core/units";
import type { Replay } from "./setup";

export interface EdgeUnderPolicy {
  readonly edge: EvidenceEdge;
  readonly recorded: UseState;
  readonly replayed: UseState;
}

/**
 * The state that the evidence of the recorded answers would have in a replay. An edge says what was needed and when.
 * Its evidence is looked up in the replayed window of the same turn, and in the recorded one. Where both look the same,
 * the recorded state stands: it was found with more knowledge than such a look has. A placeholder is a reference only
 * if it names a way to get the content back. Evidence that the replay does not hold is dangling.
 */
export function evidenceUnder(
  edges: readonly EvidenceEdge[],
  recorded: Recording,
  { recording, ledger }: Pick<Replay, "recording" | "ledger">,
): EdgeUnderPolicy[] {
  const before = looksAt(recorded, recorded);
  const now = looksAt(recording, recorded);
  const pinnedFrom = firstProtected(ledger);
  return edges.map((edge) => {
    const state = useStateOf(edge);
    const look = now(edge);
    const isPinned = (pinnedFrom.get(idIn(recorded, edge.from)) ?? Infinity) <= edge.to.turn;
    const replayed = look === before(edge) ? state : look;
    return { edge, recorded: state, replayed: look === "live" && isPinned ? "pinned" : replayed };
  });
}

/** Looks for evidence of `recorded` in the windows of `recording`. */
function looksAt(recording: Recording, recorded: Recording): (edge: EvidenceEdge) => UseState {
  const places = new EvidencePlaces(recording);
  const numbers = new Map(recording.session.blocks.map(({ id }, number) => [id, number]));
  const numberOf = (block: number | null) => numbers.get(idIn(recorded, block));
  return ({ from, to: { turn }, matched, refetchedBy, residualBlock }) => {
    const block = numberOf(from);
    if (block === undefined) return "dangling";
    const values = matched.length === 0 ? [null] : matched;
    const isSaid = (by: number) => values.some((value) => places.says(by, turn, value));
    if (isSaid(block)) return "live";
    const again = numberOf(refetchedBy);
    if (again !== undefined && places.says(again, turn, null)) return "refetched";
    if (places.leadsTo(block, turn)) return "referenced";
    const words = numberOf(residualBlock);
    return words !== undefined && isSaid(words) ? "residual" : "dangling";
  };
}

function idIn({ session }: Recording, block: number | null): string {
  return session.blocks[block ?? -1]?.id ?? "";
}

function firstProtected(ledger: Replay["ledger"]): Map<string, TurnIndex> {
  const first = new Map<string, TurnIndex>();
  for (const { turn, decisions } of ledger)
    for (const { action, blocks } of decisions)
      if (action === "protect") for (const id of blocks) if (!first.has(id)) first.set(id, turn);
  return first;
}
