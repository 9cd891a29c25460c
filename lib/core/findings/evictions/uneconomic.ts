import type { Turn } from "../../trace/session";
import type { FindingRule } from "../rule";
import { casesByTurn } from "./by-turn";

/**
 * Prices of input relative to uncached input, as providers with explicit caching charge them: a read of the cache, and
 * a write of it. Only their relation matters here.
 */
const READ = 0.1;
const WRITE = 1.25;

/**
 * An edit of the window makes the provider's cache useless from the first changed block on. What had to be written again
 * is measured: cached tokens of the call before that this call did not read, less what was freed.
 */
export const uneconomic: FindingRule = {
  code: "eviction.uneconomic",
  family: "evictions",
  title: "Evicting cost more than it saved",
  severity: "note",
  advice:
    "Set a minimum that an edit has to free (clear_at_least), so that each invalidation buys enough space.",
  source: "eviction contract: an edit of the prefix invalidates the cache from there on and must be worth it",
  *find({ session, index }) {
    const position = new Map(session.turns.map((turn, i) => [turn.index, i]));
    for (const found of casesByTurn(
      session,
      ({ tokensFreed }) => tokensFreed !== null,
      () => ({ sentence: "" }),
    )) {
      const at = position.get(found.from) ?? 0;
      const [before, turn] = [session.turns[at - 1], index.turn(found.from)];
      const freed = found.numbers.tokens ?? 0;
      const rewritten = rewrittenTokens(before, turn, freed);
      if (rewritten === null || rewritten <= 0) continue;
      const calls = session.turns.length - at;
      const saved = Math.round(freed * READ * calls);
      const paid = Math.round(rewritten * (WRITE - READ));
      if (saved >= paid) continue;
      yield {
        ...found,
        numbers: { freed, rewritten, calls, saved, paid },
        sentence: `Freeing ${freed} tokens made ${rewritten} cached tokens be written again: worth ${paid} tokens of input, against ${saved} saved over the ${calls} calls until the end.`,
      };
    }
  },
};

function rewrittenTokens(before: Turn | undefined, turn: Turn | undefined, freed: number): number | null {
  const held = before?.usage;
  const read = turn?.usage?.cacheRead ?? null;
  if (held?.cacheRead == null || read === null || turn?.delta.modelChanged === true) return null;
  return held.cacheRead + (held.cacheWrite ?? 0) - read - freed;
}
