import { formatDigits } from "../../digits";
import type { FetchedAgain } from "../../evidence/fetched-again";
import { findFetches } from "../../evidence/fetched-again";
import { Sources } from "../../evidence/sources";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { isChange, plainToolName } from "../../source/tool-words";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { nameOfBlock, pairsOf } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { describeTimes, describeTurnRange } from "./repeat-groups";
import { resultsOf } from "./same-results";

type Fetched = FetchedAgain & { readonly call: number; readonly result: number };

/** What came back is what had left: a fetch that brings something else was needed in any case. */
export const refetch: FindingRule = {
  ...getFindingKind("refetch.after_eviction"),
  *find(input) {
    const { session, recording } = input;
    const calls = pairsOf(input);
    const results = resultsOf(input);
    const sources = new Sources(recording, calls);
    yield;
    const same: Fetched[] = [];
    for (const one of findFetches(recording, calls, sources)) {
      const { block, call, result } = one;
      const isSame =
        results.saying(block) !== null && results.saying(block) === results.saying(result ?? undefined);
      if (call !== null && result !== null && isSame && asksForSomething(input, call))
        same.push({ ...one, call, result });
      yield;
    }
    for (const [, again] of groupBy(same, ({ block }) => sources.of(block))) {
      // Two blocks that said the same may both have left: one call brings both back.
      const byCall = new Map(again.map((one) => [one.call, one]));
      const sorted = [...byCall.values()].sort((a, b) => a.turn - b.turn);
      const [from, last] = [sorted[0], sorted.at(-1)];
      if (from === undefined || last === undefined) continue;
      const tokens = sorted.reduce((sum, { block }) => sum + sizeOf(input, block), 0);
      const named = [calls.callOf.get(from.block) ?? from.block, ...sorted.map(({ call }) => call)];
      yield {
        from: from.turn,
        to: last.turn,
        blocks: named.slice(0, BLOCKS_NAMED_MAX).flatMap((no) => session.blocks[no]?.id ?? []),
        numbers: { times: sorted.length, tokens },
        sentence: `The ${nameOfBlock(input, from.block)} left the window at turn ${from.leftTurn} and was fetched again ${describeTimes(sorted.length)}, ${describeTurnRange(from.turn, last.turn)} (${formatDigits(tokens)} tokens); it said the same.`,
        proof: { view: "evictions", turn: from.leftTurn },
        claims: sorted.flatMap((one) => buildClaims(input, one)).slice(0, CLAIMS_MAX),
      };
    }
  },
};

function buildClaims({ session }: FindingInput, { block, leftTurn, turn, call, result }: Fetched): Claim[] {
  const getBlockId = (no: number) => session.blocks[no]?.id ?? "";
  return [
    { is: "left", block: getBlockId(block), turn: leftTurn },
    { is: "count", n: 1, of: { in: "made", block: getBlockId(call), from: turn, to: turn } },
    { is: "equal", blocks: [getBlockId(block), getBlockId(result)] },
  ];
}

/** A call that writes something fetches nothing, nor does one without arguments: it may be answered alike all the same. */
function asksForSomething({ session, recording }: FindingInput, call: number): boolean {
  const block = session.blocks[call];
  const args = block === undefined ? "" : (readFullText(recording, block) ?? "");
  return /[^\s{}[\]]/.test(args) && !isChange(plainToolName(block?.toolName ?? null), args);
}

function sizeOf({ session }: FindingInput, block: number): number {
  const facts = session.blocks[block];
  return facts === undefined ? 0 : (countFullTokens(facts) ?? 0);
}
