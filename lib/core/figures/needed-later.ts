import type { EdgeState, EvidenceEdge } from "../evidence/edge";
import { groupBy } from "../group-by";
import type { Eviction, Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";

/** The states of a use whose evidence did not stand in the window. What was fetched again is a figure of its own. */
export const GONE_STATES = ["dangling", "referenced"] as const satisfies readonly EdgeState[];
const GONE: ReadonlySet<EdgeState> = new Set(GONE_STATES);

/** Blocks that left and that a use needed before they came back. */
export function findBlocksNeededLater(
  { evictions }: Pick<Session, "evictions">,
  edges: readonly EvidenceEdge[],
): ReadonlySet<number> {
  const findUse = findUses(edges);
  return new Set(evictions.filter((eviction) => findUse(eviction) !== null).map(({ block }) => block));
}

/** A block that left, and the first turn that wanted it while it was away. */
export interface WantedBlock {
  readonly block: number;
  readonly left: TurnIndex;
  readonly wanted: TurnIndex;
  /** A use needed it, or a call fetched the same again. */
  readonly how: "needed" | "fetched";
  readonly tokens: Tokens | null;
}

/** Each block once, at its first departure after which it was wanted; the largest first. */
export function listWanted(
  { evictions }: Pick<Session, "evictions">,
  edges: readonly EvidenceEdge[],
): WantedBlock[] {
  const findUse = findUses(edges);
  const found = new Map<number, WantedBlock>();
  for (const eviction of evictions) {
    const { block, turn, refetchedTurn, tokensFreed } = eviction;
    const use = findUse(eviction);
    const neededTurn = use ?? refetchedTurn;
    if (neededTurn === null || found.has(block)) continue;
    found.set(block, {
      block,
      left: turn,
      wanted: neededTurn,
      how: use === null ? "fetched" : "needed",
      tokens: tokensFreed,
    });
  }
  return [...found.values()].sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0) || a.wanted - b.wanted);
}

/** Tells the first turn that needed what an eviction took, before it came back; `null` for none. */
function findUses(edges: readonly EvidenceEdge[]): (eviction: Eviction) => TurnIndex | null {
  const uses = groupBy(edges.filter(isNeedOfLeft), ({ from }) => from);
  return ({ block, turn, reenteredTurn }) => {
    const turns = (uses.get(block) ?? [])
      .map(({ to }) => to.turn)
      .filter((use) => use >= turn && use < (reenteredTurn ?? Infinity));
    return turns.length === 0 ? null : turns.reduce((first, use) => Math.min(first, use));
  };
}

/** An inferred use did not need what the model's own words still said. */
function isNeedOfLeft({ executed, kind, state, residual }: EvidenceEdge): boolean {
  return executed && GONE.has(state) && (kind === "declared" || !residual);
}
