import type { Evidence } from "../evidence/edge";
import { countUses } from "../evidence/use-state";
import { countEvictions } from "./evictions";
import type { Recording } from "../trace/fold/recording";
import { countDecisions } from "../audit/decisions";

export type CopiedCount =
  | "turns"
  | "toolCalls"
  | "repeatedCalls"
  | "evictions"
  | "evictedTokens"
  | "compactions"
  | "decisions"
  | "decisionsAbsent"
  | "dangling";

/**
 * The part of a session's counts that its copied turns have. Sums over sessions leave it out: it counts in the session that the
 * turns are copied from.
 * @returns nothing for a session that has no copied turns
 */
export function countCopied({
  recording: { session, ownFrom = 0 },
  evidence,
}: {
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
}): Partial<Readonly<Record<CopiedCount, number>>> {
  if (ownFrom === 0) return {};
  const isCopied = ({ turn }: { readonly turn: number }) => turn < ownFrom;
  const turns = session.turns.filter(({ index }) => index < ownFrom);
  const evictions = session.evictions.filter(isCopied);
  const edges = evidence.edges.filter(({ to }) => isCopied(to));
  const { decisions, absent } = countDecisions({ edges });
  return {
    turns: turns.length,
    toolCalls: turns.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
    repeatedCalls: session.repeats.filter(isCopied).length,
    evictions: evictions.length,
    evictedTokens: countEvictions(evictions).tokensFreed ?? 0,
    compactions: session.compactions.filter(isCopied).length,
    decisions,
    decisionsAbsent: absent,
    dangling: countUses(edges).dangling,
  };
}
