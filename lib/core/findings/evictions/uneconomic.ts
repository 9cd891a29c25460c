import { formatDigits } from "../../digits";
import type { Turn } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";

/**
 * Relative to the price of uncached input, as providers with explicit caching charge a cache read and a cache
 * write. Only the relation matters.
 */
const READ = 0.1;
const WRITE = 1.25;

interface Edit {
  readonly turn: Turn;
  /** The cached tokens that the call before read, and those that this call read. */
  readonly held: { readonly turn: TurnIndex; readonly read: number };
  readonly read: number;
  readonly freed: number;
  readonly rewritten: number;
  readonly paid: number;
  readonly saved: number;
}

/**
 * What had to be written again is measured: the cached tokens of the call before that this call did not read,
 * less the freed ones.
 */
export const uneconomic: FindingRule = {
  ...getFindingKind("eviction.uneconomic"),
  *find(input) {
    const edits = listEdits(input);
    const losing = edits.filter(({ paid, saved }) => paid > saved);
    const [first, last] = [losing[0], losing.at(-1)];
    if (first === undefined || last === undefined) return;
    const sum = (of: (edit: Edit) => number) => losing.reduce((total, edit) => total + of(edit), 0);
    const numbers = {
      edits: losing.length,
      freed: sum(({ freed }) => freed),
      rewritten: sum(({ rewritten }) => rewritten),
      saved: sum(({ saved }) => saved),
      paid: sum(({ paid }) => paid),
    };
    yield {
      from: first.turn.index,
      to: last.turn.index,
      blocks: input.index
        .listEvictions(first.turn.index)
        .slice(0, 5)
        .flatMap(({ block }) => input.session.blocks[block]?.id ?? []),
      numbers,
      sentence: `${formatDigits(losing.length)} of ${formatDigits(edits.length)} edits of the window, from turn ${first.turn.index} to ${last.turn.index}, cost more than they saved: ${formatDigits(numbers.freed)} tokens freed, ${formatDigits(numbers.rewritten)} cached tokens written again, worth ${formatDigits(numbers.paid)} tokens of input against ${formatDigits(numbers.saved)} saved until the end.`,
      proof: { view: "evictions", turn: first.turn.index },
      claims: losing.slice(0, CLAIMS_MAX / 3).flatMap(({ turn: { index: turn }, held, read }): Claim[] => [
        { is: "usage", turn: held.turn, of: "cache-read", atLeast: held.read, atMost: held.read },
        { is: "usage", turn, of: "cache-read", atLeast: read, atMost: read },
        { is: "count", n: input.index.listEvictions(turn).length, of: { in: "left", turn } },
      ]),
    };
  },
};

function listEdits({ session, index }: FindingInput): Edit[] {
  return session.turns.flatMap((turn, at) => {
    const evictions = index.listEvictions(turn.index);
    if (evictions.length === 0) return [];
    const freed = evictions.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
    const before = session.turns[at - 1];
    const rewritten = countRewrittenTokens(before, turn, freed);
    if (rewritten === null || before === undefined) return [];
    const calls = session.turns.length - at;
    return [
      {
        turn,
        held: { turn: before.index, read: before.usage?.cacheRead ?? 0 },
        read: turn.usage?.cacheRead ?? 0,
        freed,
        rewritten,
        saved: Math.round(freed * READ * calls),
        paid: Math.round(rewritten * (WRITE - READ)),
      },
    ];
  });
}

function countRewrittenTokens(before: Turn | undefined, turn: Turn, freed: number): number | null {
  const usageBefore = before?.usage;
  const readTokens = turn.usage?.cacheRead ?? null;
  if (usageBefore?.cacheRead == null || readTokens === null || turn.delta.modelChanged) return null;
  return Math.max(0, usageBefore.cacheRead + (usageBefore.cacheWrite ?? 0) - readTokens - freed);
}
