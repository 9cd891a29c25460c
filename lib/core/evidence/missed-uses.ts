import { groupBy } from "../group-by";
import type { Eviction, Session } from "../trace/session";
import type { Evidence, EvidenceEdge } from "./edge";
import { isTelling } from "./telling";
import { isDangling } from "./use-state";

export interface MissedUse {
  readonly edge: EvidenceEdge;
  /** The value that was used, which nobody can know without having seen it. */
  readonly value: string;
  /** The eviction by which its evidence left. */
  readonly exit: Eviction;
}

/** Finds uses of a telling value whose evidence had left, each with the first of the given departures before it. */
export function* findMissedUses(
  { evictions }: Pick<Session, "evictions">,
  { edges }: Pick<Evidence, "edges">,
  counts: (eviction: Eviction) => boolean,
): Generator<MissedUse> {
  const exits = groupBy(evictions.filter(counts), ({ block }) => block);
  if (exits.size === 0) return;
  for (const edge of edges) {
    const value = edge.matched.find(isTelling);
    if (value === undefined || !edge.executed || !isDangling(edge)) continue;
    const exit = exits.get(edge.from)?.find(({ turn }) => turn <= edge.to.turn);
    if (exit !== undefined) yield { edge, value, exit };
  }
}
