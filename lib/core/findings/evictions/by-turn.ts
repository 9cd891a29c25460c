import type { Eviction, Session } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { Case } from "../rule";

/** What comes from outside the model and cannot be thought up again once it is gone. */
export const EVIDENCE_KINDS: ReadonlySet<SourceKind> = new Set([
  "tool_result",
  "retrieval",
  "attachment",
  "memory",
  "plan",
]);

/** Blocks that one finding names; the count is of all. */
export const BLOCKS_NAMED_MAX = 20;

/** Evictions of one turn that a rule is about, told as one case. */
export function* casesByTurn(
  session: Session,
  isMeant: (eviction: Eviction) => boolean,
  tell: (evictions: readonly Eviction[], tokens: number) => Pick<Case, "sentence"> & Partial<Case>,
): Iterable<Case> {
  let group: Eviction[] = [];
  for (const eviction of [...session.evictions, null]) {
    if (group[0] !== undefined && eviction?.turn !== group[0].turn) {
      yield caseOf(session, group, tell);
      group = [];
    }
    if (eviction !== null && isMeant(eviction)) group.push(eviction);
  }
}

function caseOf(
  session: Session,
  evictions: readonly Eviction[],
  tell: (evictions: readonly Eviction[], tokens: number) => Pick<Case, "sentence"> & Partial<Case>,
): Case {
  const turn = evictions[0]?.turn ?? 0;
  const tokens = evictions.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
  const largest = [...evictions].sort((a, b) => (b.tokensFreed ?? 0) - (a.tokensFreed ?? 0));
  return {
    from: turn,
    to: turn,
    blocks: largest.slice(0, BLOCKS_NAMED_MAX).flatMap(({ block }) => session.blocks[block]?.id ?? []),
    numbers: { blocks: evictions.length, tokens },
    proof: { view: "evictions", turn },
    ...tell(evictions, tokens),
  };
}

/** "1 block", "3 blocks". */
export function blocksWords(n: number): string {
  return n === 1 ? "1 block" : `${n} blocks`;
}
