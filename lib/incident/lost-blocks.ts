import { GONE_STATES } from "@/lib/core/figures/needed-later";
import type { TurnIndex } from "@/lib/core/units";
import type { IncidentFinding, IncidentSource } from "./incident-source";

/** What had left the window and was missed. `block` is an index into `Session.blocks`. */
export interface LostBlock {
  readonly block: number;
  /** The first turn with it. */
  readonly came: TurnIndex;
  /** The first turn without it. */
  readonly left: TurnIndex;
  /** The first turn after that with it; `null` where it never came back. */
  readonly back: TurnIndex | null;
  /** The turns that used it while it was gone. */
  readonly usedAt: readonly TurnIndex[];
}

const GONE: ReadonlySet<string> = new Set(GONE_STATES);

/** The blocks of a finding that had left by then; none for a finding that is about nothing that left. */
export function listLostBlocks(
  { recording: { session }, evidence }: Pick<IncidentSource, "recording" | "evidence">,
  finding: IncidentFinding,
): LostBlock[] {
  const { claims = [], blocks = [], to } = finding;
  if (!claims.some(({ is }) => is === "left" || is === "absent")) return [];
  const namedBlocks = new Set([
    ...blocks,
    ...claims.flatMap((claim) => (claim.is === "left" ? claim.block : [])),
  ]);
  return session.blocks.flatMap(({ id }, block): LostBlock[] => {
    if (!namedBlocks.has(id)) return [];
    const eviction = session.evictions.findLast(
      (candidate) => candidate.block === block && candidate.turn <= to,
    );
    const firstResidency = session.residencies.find((candidate) => candidate.block === block);
    if (eviction === undefined || firstResidency === undefined) return [];
    const { turn: leftTurn, reenteredTurn: back } = eviction;
    const usesAfter = evidence.edges.filter(
      (edge) => edge.from === block && edge.executed && GONE.has(edge.state) && edge.to.turn >= leftTurn,
    );
    const usedAt = [...new Set(usesAfter.map((edge) => edge.to.turn))].sort((a, b) => a - b);
    return [{ block, came: firstResidency.from, left: leftTurn, back, usedAt }];
  });
}

/**
 * The turns that an incident of a finding covers. Example: a result came at turn 3, left at turn 7 and was used at turn 11, and
 * never came back: from turn 3 to the session's end. It ends where what was lost stands in the window again.
 */
export function findArc(
  source: Pick<IncidentSource, "recording" | "evidence">,
  finding: IncidentFinding,
): { readonly from: TurnIndex; readonly to: TurnIndex } {
  const { turns } = source.recording.session;
  const lostBlocks = listLostBlocks(source, finding);
  if (lostBlocks.length === 0) return { from: finding.from, to: finding.to };
  const end = turns.at(-1)?.index ?? finding.to;
  return {
    from: Math.min(finding.from, ...lostBlocks.map(({ came }) => came)),
    to: Math.max(finding.to, ...lostBlocks.map(({ back }) => back ?? end)),
  };
}
