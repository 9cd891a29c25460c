import { digits } from "../../digits";
import type { FetchedAgain } from "../../evidence/fetched-again";
import { fetchedAgain } from "../../evidence/fetched-again";
import { Sources } from "../../evidence/sources";
import { PlainTexts } from "../../evidence/texts";
import { groupBy } from "../../group-by";
import { pairCalls } from "../../window/call-pairs";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { tokensOf } from "../rule/session-index";
import { nameOfBlock, shortWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { timesWords } from "./repeat-groups";

export const refetch: FindingRule = {
  ...findingKind("refetch.after_eviction"),
  *find(input) {
    const { session } = input;
    const calls = pairCalls(session);
    const texts = new PlainTexts(input.recording);
    const sources = new Sources(input.recording, calls);
    const all = fetchedAgain(input.recording, calls, sources);
    for (const [, again] of groupBy(all, ({ block }) => sources.of(block))) {
      const sorted = [...again].sort((a, b) => a.turn - b.turn);
      const [from, last] = [sorted[0], sorted.at(-1)];
      if (from === undefined || last === undefined) continue;
      const tokens = sorted.reduce((sum, { block }) => sum + sizeOf(input, block), 0);
      const named = [
        calls.callOf.get(from.block) ?? from.block,
        ...sorted.flatMap(({ call }) => call ?? []),
      ].slice(0, BLOCKS_NAMED_MAX);
      yield {
        from: from.turn,
        to: last.turn,
        blocks: named.flatMap((no) => session.blocks[no]?.id ?? []),
        numbers: { times: sorted.length, tokens },
        sentence: `The ${nameOfBlock(input, from.block)} left the window at turn ${from.leftTurn} and was fetched again ${timesWords(sorted.length)}, ${sorted.length === 1 ? `at turn ${from.turn}` : `from turn ${from.turn} to ${last.turn}`} (${digits(tokens)} tokens)${outcomeWords(texts, last)}.`,
        proof: { view: "evictions", turn: from.leftTurn },
      };
    }
  },
};

function sizeOf({ session }: FindingInput, block: number): number {
  const facts = session.blocks[block];
  return facts === undefined ? 0 : (tokensOf(facts) ?? 0);
}

function outcomeWords(texts: PlainTexts, { block, result, outcome }: FetchedAgain): string {
  if (outcome === "equal") return "; it said the same";
  if (outcome === "failed") return "; fetching it failed";
  if (outcome === "unknown" || result === null) return "";
  const now = new Map(
    texts.fieldsOf(result).map(({ key, subject, value }) => [`${key}\n${subject ?? ""}`, value]),
  );
  for (const { key, subject, value } of texts.fieldsOf(block)) {
    const is = now.get(`${key}\n${subject ?? ""}`);
    if (is !== undefined && is !== value)
      return `; it said something else: "${key}: ${shortWords(value, 40)}" had become "${shortWords(is, 40)}"`;
  }
  return "; it said something else";
}
