import { addToGroup } from "../../group-by";
import { formatCount, formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { isBranching } from "../../trace/branching";
import type { Eviction, Session } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { Case } from "../rule/rule";

/** Kinds of blocks that come from outside the model: it cannot produce them again once they are gone. */
export const LEFT_EVIDENCE_KINDS: ReadonlySet<SourceKind> = new Set([
  "tool_result",
  "retrieval",
  "attachment",
  "memory",
  "plan",
]);

/** The most blocks that a finding names; its count is of all. */
export const BLOCKS_NAMED_MAX = 20;

export interface EvictionGroup {
  readonly evictions: readonly Eviction[];
  readonly tokens: number;
  readonly turns: number;
  /** The rule that evicted, if known: "by keep-last-5". */
  readonly by: string;
}

/**
 * One case per cause, since a cause that repeats has one remedy. `prove` gives the claims that an eviction needs beside its
 * having left; the largest evictions are claimed.
 */
export function* buildCasesByCause(
  session: Session,
  isMeant: (eviction: Eviction) => boolean,
  tell: (group: EvictionGroup) => Pick<Case, "sentence"> & Partial<Case>,
  prove: (eviction: Eviction) => readonly Claim[] = () => [],
): Iterable<Case | undefined> {
  const groups = new Map<string, Eviction[]>();
  for (const eviction of session.evictions) {
    yield undefined;
    if (isBranching(eviction.cause) || !isMeant(eviction)) continue;
    const key = JSON.stringify([eviction.how, eviction.cause.policy, eviction.cause.rule]);
    addToGroup(groups, key, eviction);
  }
  for (const evictions of groups.values()) yield buildCase(session, evictions, tell, prove);
}

function buildCase(
  session: Session,
  evictions: readonly Eviction[],
  tell: (group: EvictionGroup) => Pick<Case, "sentence"> & Partial<Case>,
  prove: (eviction: Eviction) => readonly Claim[],
): Case {
  const from = evictions[0]?.turn ?? 0;
  const tokens = evictions.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
  const turns = new Set(evictions.map(({ turn }) => turn)).size;
  const largest = [...evictions].sort((a, b) => (b.tokensFreed ?? 0) - (a.tokensFreed ?? 0));
  const { policy, rule } = evictions[0]?.cause ?? { policy: null, rule: null };
  const by = rule ?? policy;
  return {
    from,
    to: evictions.at(-1)?.turn ?? from,
    blocks: largest.slice(0, BLOCKS_NAMED_MAX).flatMap(({ block }) => session.blocks[block]?.id ?? []),
    numbers: { blocks: evictions.length, tokens, turns },
    proof: { view: "evictions", turn: from },
    claims: largest
      .slice(0, CLAIMS_MAX)
      .flatMap((eviction) => [claimLeaving(session, eviction), ...prove(eviction)])
      .slice(0, CLAIMS_MAX),
    ...tell({ evictions, tokens, turns, by: by === null ? "" : ` by ${by}` }),
  };
}

/** The claim that a block is no longer in the window, or only in the mode in which it was left. */
function claimLeaving({ blocks }: Session, { block, turn, how, toMode }: Eviction): Claim {
  const as = toMode === null || toMode === "reference" ? undefined : toMode;
  return { is: "left", block: blocks[block]?.id ?? "", turn, how, ...(as !== undefined && { as }) };
}

export function countBlocksInWords(n: number): string {
  return formatCount(n, "block");
}

export function describeTurnCount(n: number): string {
  return n === 1 ? "at one turn" : `at ${formatDigits(n)} turns`;
}
