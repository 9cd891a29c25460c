import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import type { ValuePresence } from "../../proof/value-presence";
import { indexValuePresence } from "../../proof/value-presence";
import { placeAsked } from "../../source/source";
import { readFullText } from "../../trace/fold/recording";
import type { Eviction } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { readOpeningWords } from "../rule/opening-words";
import { nameWithTurns } from "../rule/subject";
import { countBlocksInWords, buildCasesByCause, LEFT_EVIDENCE_KINDS, describeTurnCount } from "./by-cause";
import { pairCalls } from "../../window/call-pairs";

/**
 * Evidence that left, and of which no block of the window names the path, the address or the query that would bring it
 * back. Where the call stands, the call is the reference.
 */
export const unrestorable: FindingRule = {
  ...getFindingKind("eviction.unrestorable"),
  *find(input) {
    const { session, index } = input;
    const ways = makeWaysBack(input);
    const evictions: Eviction[] = [];
    for (const eviction of session.evictions) {
      yield;
      const { block, turn, restorable, how } = eviction;
      if (restorable || index.isDecided(turn) || how === "compacted") continue;
      if (!LEFT_EVIDENCE_KINDS.has(session.blocks[block]?.kind ?? "other")) continue;
      const { values, call } = ways(block);
      if (values.length === 0) continue;
      // Where the call stands, nothing has to be looked for.
      if (call === null || index.standing.findAt(call, turn)?.mode !== "full") evictions.push(eviction);
    }
    const saidIndex = yield* indexValuePresence.inSteps(input.recording);
    yield* saidIndex.prepareInSteps(evictions.flatMap(({ block }) => ways(block).values));
    const goneEvictions = new Set<Eviction>();
    for (const eviction of evictions) {
      if (isNowhere(saidIndex, eviction, ways(eviction.block).values)) goneEvictions.add(eviction);
      yield;
    }
    yield* buildCasesByCause(
      session,
      (eviction) => goneEvictions.has(eviction),
      ({ evictions, tokens, turns, by }) => ({
        sentence: `${countBlocksInWords(evictions.length)} of evidence (${formatDigits(tokens)} tokens) left the window ${describeTurnCount(turns)}${by}, and no other block names where ${evictions.length === 1 ? "it" : "they"} came from${nameWithTurns(input, evictions)}.`,
      }),
      ({ block, turn }) => ways(block).values.map((value): Claim => ({ is: "absent", value, turn })),
    );
  },
};

function isNowhere(saidIndex: ValuePresence, { turn }: Eviction, ways: readonly string[]): boolean {
  return ways.every((value) => !saidIndex.isSaid(value, turn));
}

/** The ways to bring a block back; empty where the source names none. */
interface WaysBack {
  readonly values: readonly string[];
  /** The call that says one of them word for word; `null` for none. */
  readonly call: number | null;
}

function makeWaysBack(input: FindingInput): (block: number) => WaysBack {
  const { session, recording } = input;
  const { callOf } = pairCalls(input.session);
  const waysByBlock = new Map<number, WaysBack>();
  return (block) => {
    const before = waysByBlock.get(block);
    if (before !== undefined) return before;
    const { origin } = session.blocks[block] ?? {};
    const no = callOf.get(block) ?? null;
    const call = session.blocks[no ?? -1];
    const args = call === undefined ? null : readFullText(recording, call);
    const askedPlace =
      args === null ? null : (placeAsked(call?.toolName ?? null, args) ?? findLongestArgument(args));
    const ownPlaces = [origin?.path, origin?.url, origin?.artifact, askedPlace].flatMap(
      (ownPlace) => readOpeningWords(ownPlace ?? "") ?? [],
    );
    const values = [...new Set(ownPlaces)].slice(0, 2);
    const ways = { values, call: values.some((value) => args?.includes(value) === true) ? no : null };
    waysByBlock.set(block, ways);
    return ways;
  };
}

/** The words of a call that tell it best from others. */
function findLongestArgument(args: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    return args;
  }
  const values = typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [parsed];
  const texts = values.filter((value) => typeof value === "string");
  return texts.reduce<string | null>(
    (longest, argument) => (argument.length > (longest ?? "").length ? argument : longest),
    null,
  );
}
