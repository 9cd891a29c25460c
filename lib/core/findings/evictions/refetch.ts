import { formatDigits } from "../../digits";
import type { FetchedAgain } from "../../evidence/fetched-again";
import { findFetches } from "../../evidence/fetched-again";
import { sourcesOf } from "../../evidence/sources";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { SessionLists } from "../../proof/session-lists";
import { UncertainWindows } from "../../proof/uncertain-windows";
import { isChange, plainToolName } from "../../source/tool-words";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { COSTLY_TOKENS, describeTimes, describeTurnRange } from "./repeat-groups";
import { resultsOf } from "./same-results";
import type { SharedLines } from "./shared-parts";
import { SharedParts } from "./shared-parts";
import { pairCalls } from "../../window/call-pairs";

interface Fetched extends FetchedAgain {
  readonly call: number;
  readonly result: number;
  /** Whether it may have stood there all the same, because what its program put into the window is not recorded. */
  readonly isDoubted: boolean;
  /** How much of what came back had left; `null` where all of it had, in the same words. */
  readonly shared: SharedLines | null;
}

/**
 * A text that had left and was fetched again: the same one, or a file or page of which most of what came back had stood there. A
 * fetch that brings something else is needed in any case, and so is a look at what was changed after its text had left.
 */
export const refetch: FindingRule = {
  ...getFindingKind("refetch.after_eviction"),
  *find(input) {
    const { recording } = input;
    const calls = pairCalls(input.session);
    const results = resultsOf(input);
    const sources = yield* sourcesOf.inSteps(recording);
    yield;
    const again: Fetched[] = [];
    const parts = new SharedParts(input, sources);
    const windows = new UncertainWindows(input.session, new SessionLists(input.session));
    for (const fetched of findFetches(recording, calls)) {
      yield;
      const { block, call, result, outcome } = fetched;
      if (call === null || result === null || !asksForSomething(input, call)) continue;
      const isDoubted = windows.mayHold(block, fetched.leftTurn);
      const firstSayer = results.firstSaying(block);
      if (firstSayer !== null && firstSayer === results.firstSaying(result))
        again.push({ isDoubted, shared: null, ...fetched, call, result });
      else if (outcome !== "failed") {
        const shared = yield* parts.measure(fetched, call, result);
        if (shared !== null) again.push({ isDoubted, shared, ...fetched, call, result });
      }
    }
    const [sameFetches, partFetches] = [
      again.filter(({ shared }) => shared === null),
      again.filter(({ shared }) => shared !== null),
    ];
    for (const [, group] of groupBy(sameFetches, ({ block }) => sources.of(block)))
      yield* buildCases(input, group, tellSame);
    for (const [, group] of groupBy(partFetches, ({ block }) => sources.of(block)))
      yield* buildCases(input, group, tellPartly);
  },
};

type Tell = (
  input: FindingInput,
  fetched: readonly Fetched[],
) => Pick<Case, "numbers" | "sentence" | "severity">;

/** One case for all fetches of a source. Two blocks that said the same may both have left: one call brings both back. */
function* buildCases(input: FindingInput, fetched: readonly Fetched[], tell: Tell): Generator<Case> {
  const { session } = input;
  const byCall = new Map<number, Fetched>();
  for (const fetch of fetched) {
    const before = byCall.get(fetch.call);
    if (before === undefined || (fetch.shared?.lines ?? 0) >= (before.shared?.lines ?? 0))
      byCall.set(fetch.call, fetch);
  }
  const sorted = [...byCall.values()].sort((a, b) => a.turn - b.turn);
  const [from, last] = [sorted[0], sorted.at(-1)];
  if (from === undefined || last === undefined) return;
  const namedBlocks = [
    pairCalls(input.session).callOf.get(from.block) ?? from.block,
    ...sorted.map(({ call }) => call),
  ];
  yield {
    from: from.turn,
    to: last.turn,
    blocks: namedBlocks.slice(0, BLOCKS_NAMED_MAX).flatMap((no) => session.blocks[no]?.id ?? []),
    proof: { view: "evictions", turn: from.leftTurn },
    claims: sorted.flatMap((fetch) => buildClaims(input, fetch)).slice(0, CLAIMS_MAX),
    ...tell(input, sorted),
  };
}

function tellSame(input: FindingInput, sorted: readonly Fetched[]): ReturnType<Tell> {
  const tokens = sorted.reduce((sum, { block }) => sum + sizeOf(input, block), 0);
  return {
    ...(tokens < COSTLY_TOKENS && { severity: "note" as const }),
    numbers: { times: sorted.length, tokens },
    sentence: `The ${tellFetched(input, sorted)} (${formatDigits(tokens)} tokens); it said the same.`,
  };
}

function tellPartly(input: FindingInput, sorted: readonly Fetched[]): ReturnType<Tell> {
  const tokens = sorted.reduce((sum, { shared }) => sum + (shared?.tokens ?? 0), 0);
  const [lines, of] = [sumOf(sorted, "lines"), sumOf(sorted, "of")];
  const hasChanged = sorted.some(({ shared }) => shared?.isSamePart === true);
  return {
    ...(tokens < COSTLY_TOKENS && { severity: "note" as const }),
    numbers: { times: sorted.length, tokens, lines, of },
    sentence:
      `The ${tellFetched(input, sorted)}; ${formatDigits(lines)} of the ${formatDigits(of)} lines that came back had stood there before (${formatDigits(tokens)} tokens)` +
      `${lines === of ? "" : hasChanged ? ", its text had changed in between" : ", the rest is another part or had changed"}.`,
  };
}

function tellFetched(input: FindingInput, sorted: readonly Fetched[]): string {
  const [from, last] = [sorted[0], sorted.at(-1)];
  const again = `was fetched again ${describeTimes(sorted.length)}, ${describeTurnRange(from?.turn ?? 0, last?.turn ?? 0)}`;
  const name = nameOfBlock(input, from?.block ?? -1);
  return sorted.some(({ isDoubted }) => isDoubted)
    ? `${name} was taken from the window at turn ${from?.leftTurn ?? 0}, or put back there without a record, and ${again}`
    : `${name} left the window at turn ${from?.leftTurn ?? 0} and ${again}`;
}

function sumOf(fetched: readonly Fetched[], name: "lines" | "of"): number {
  return fetched.reduce((sum, { shared }) => sum + (shared?.[name] ?? 0), 0);
}

function buildClaims(
  { session }: FindingInput,
  { block, leftTurn, turn, call, result, isDoubted, shared }: Fetched,
): Claim[] {
  const getBlockId = (no: number) => session.blocks[no]?.id ?? "";
  const blocks: [string, string] = [getBlockId(block), getBlockId(result)];
  return [
    isDoubted
      ? {
          is: "order",
          first: { turn: leftTurn, block: getBlockId(block) },
          then: { turn, block: getBlockId(call) },
        }
      : { is: "left", block: getBlockId(block), turn: leftTurn },
    { is: "count", n: 1, of: { in: "made", block: getBlockId(call), from: turn, to: turn } },
    shared === null ? { is: "equal", blocks } : { is: "shares-lines", blocks, n: shared.lines },
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
