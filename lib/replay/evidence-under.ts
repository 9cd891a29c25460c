import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import type { UseState } from "@/lib/core/evidence/use-state";
import { useStateOf } from "@/lib/core/evidence/use-state";
import { ProvedUses } from "@/lib/core/evidence/proved-uses";
import { buildUnsaidClaims } from "@/lib/core/evidence/unseen-use";
import { EvidencePlaces } from "@/lib/core/evidence/whereabouts";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TurnIndex } from "@/lib/core/units";
import { pairCalls } from "@/lib/core/window/call-pairs";
import { indexResidencies } from "@/lib/core/window/residency-index";
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
 * if it names a way to get the content back. A declared need that the replay does not hold is dangling; a use that is
 * inferred from a value is so only where the replayed window is proved not to say the value, else its recorded state stands.
 */
export function judgeEvidenceUnder(
  edges: readonly EvidenceEdge[],
  recorded: Recording,
  { recording, ledger }: Pick<Replay, "recording" | "ledger">,
): EdgeUnderPolicy[] {
  const before = makeEvidenceLook(recorded, recorded);
  const now = makeEvidenceLook(recording, recorded);
  const pinnedFrom = findFirstProtected(ledger);
  const looked = edges.map((edge) => ({ edge, was: useStateOf(edge), look: now(edge), same: before(edge) }));
  const lostEdges = looked.filter(
    ({ edge, look, same }) => look !== same && edge.kind === "inferred" && LOST.has(look),
  );
  const settled = settleLosses(lostEdges, recorded, recording);
  return looked.map(({ edge, was, look, same }) => {
    const isPinned = (pinnedFrom.get(getId(recorded, edge.from)) ?? Infinity) <= edge.to.turn;
    const replayed = look === same ? was : (settled.get(edge) ?? look);
    return { edge, recorded: was, replayed: look === "live" && isPinned ? "pinned" : replayed };
  });
}

const LOST: ReadonlySet<UseState> = new Set(["dangling", "referenced"]);

interface Loss {
  readonly edge: EvidenceEdge;
  readonly was: UseState;
  readonly look: UseState;
}

/** What the replayed windows prove of inferred uses whose evidence they do not hold. */
function settleLosses(
  losses: readonly Loss[],
  recorded: Recording,
  recording: Recording,
): Map<EvidenceEdge, UseState> {
  if (losses.length === 0) return new Map();
  const { session } = recording;
  const numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
  const translateEdge = ({ from, to, ...edge }: EvidenceEdge): EvidenceEdge => ({
    ...edge,
    from: numbers.get(getId(recorded, from)) ?? -1,
    to: { ...to, block: numbers.get(getId(recorded, to.block)) ?? null },
  });
  const scene = { recording, calls: pairCalls(session), standing: indexResidencies(session) };
  const proofs = new ProvedUses(scene, buildUnsaidClaims);
  const placed = losses.map((loss) => ({ ...loss, use: translateEdge(loss.edge) }));
  proofs.prepare(placed.map(({ use }) => use));
  return new Map(
    placed.map(({ edge, was, look, use }) => {
      const verdict = proofs.judge(use);
      if (verdict.is === "proved") return [edge, look];
      return [edge, verdict.is === "said" ? useStateOf(verdict.edge) : was];
    }),
  );
}

/** Looks for evidence of `recorded` in the windows of `recording`. */
function makeEvidenceLook(recording: Recording, recorded: Recording): (edge: EvidenceEdge) => UseState {
  const places = new EvidencePlaces(recording);
  const numbers = new Map(recording.session.blocks.map(({ id }, number) => [id, number]));
  const translateNumber = (block: number | null) => numbers.get(getId(recorded, block));
  return ({ from, to: { turn }, matched, refetchedBy, residualBlock }) => {
    const block = translateNumber(from);
    if (block === undefined) return "dangling";
    const values = matched.length === 0 ? [null] : matched;
    const isSaid = (by: number) => values.some((value) => places.says(by, turn, value));
    if (isSaid(block)) return "live";
    const again = translateNumber(refetchedBy);
    if (again !== undefined && places.says(again, turn, null)) return "refetched";
    if (places.leadsTo(block, turn)) return "referenced";
    const words = translateNumber(residualBlock);
    return words !== undefined && isSaid(words) ? "residual" : "dangling";
  };
}

function getId({ session }: Recording, block: number | null): string {
  return session.blocks[block ?? -1]?.id ?? "";
}

function findFirstProtected(ledger: Replay["ledger"]): Map<string, TurnIndex> {
  const first = new Map<string, TurnIndex>();
  for (const { turn, decisions } of ledger)
    for (const { action, blocks } of decisions)
      if (action === "protect") for (const id of blocks) if (!first.has(id)) first.set(id, turn);
  return first;
}
