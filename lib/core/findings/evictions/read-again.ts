import { formatDigits } from "../../digits";
import { isFailedResult } from "../../evidence/failure";
import { findTouched } from "../../evidence/file-acts";
import { groupBy } from "../../group-by";
import { CLAIMS_MAX } from "../../proof/claim";
import type { Claim } from "../../proof/claim";
import { countShared } from "../../proof/shared-lines";
import { isToldFailed } from "../../proof/failed";
import { placeAsked, shortenPlace } from "../../source/source";
import { readFullText } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { nameOfBlock } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { readOwnLines } from "./own-lines";
import { COSTLY_TOKENS, describeTimes, describeTurnRange } from "./repeat-groups";
import { resultsOf } from "./same-results";
import { LINES_MIN } from "./shared-parts";

/** The share of lines that must have stood before. Tools write a line of their own before or after a part of a file. */
const SHARE_MIN = 0.9;
const ARGUMENTS_READ = 20_000;
/** The fewest tokens that count: a look at a few lines before they are changed is cheap. */
const PARTS_COST_TOKENS = 1_000;
/** The most readings of a file that are remembered. The newest ones stand longest. */
const READINGS_MAX = 6;

interface Reading {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
}

interface ReadAgain extends Reading {
  readonly place: string;
  readonly asked: string;
  readonly before: Reading;
  readonly lines: number;
  readonly of: number;
  readonly tokens: number;
}

/**
 * A file that was read again by another call, another part or another tool, although what came stood in the window in an earlier
 * reading. Nothing tried to write the file between, and no message asked for it.
 *
 *     turn 3   read a.ts 1-200          turn 9   sed -n 40,90p a.ts      → 50 of 50 lines stood there
 */
export function* findReadAgain(input: FindingInput): Generator<Case | undefined> {
  const found = yield* listReadAgain(input);
  const messages = messagesOf(input);
  yield* messages.prepareInSteps(new Set(found.map(({ asked }) => asked)));
  const unaskedReadings = found.filter(
    ({ before, turn, asked }) => !messages.isAskedBetween(before.turn, turn, asked),
  );
  for (const group of groupBy(unaskedReadings, ({ place }) => place).values()) yield buildCase(input, group);
}

function* listReadAgain(input: FindingInput): Generator<undefined, ReadAgain[]> {
  const { session, recording, index } = input;
  const results = resultsOf(input);
  const pairs = pairCalls(session);
  const readings = new Map<string, Reading[]>();
  /** The places that were read, by their last part. */
  const byName = new Map<string, Set<string>>();
  const found: ReadAgain[] = [];
  const twins = new Set(
    session.repeats.flatMap(({ call, earlierCall }) => (results.areSame(earlierCall, call) ? call : [])),
  );
  for (const { index: turn, output } of session.turns) {
    for (const call of output) {
      const block = session.blocks[call];
      const result = results.of(call);
      if (block?.kind !== "tool_call") continue;
      const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENTS_READ);
      const askedPlace = placeAsked(block.toolName, args);
      if (askedPlace === null) {
        const { paths, writes } = findTouched(block, args);
        if (writes && !hasFailed(input, result))
          for (const path of paths) forgetPlace(readings, byName, shortenPlace(path));
        continue;
      }
      const answer = session.blocks[result ?? -1];
      if (result === undefined || answer === undefined || isToldFailed(recording, pairs, result)) continue;
      const place = shortenPlace(askedPlace);
      const earlierReadings = readings.get(place) ?? [];
      const reading = { call, result, turn };
      readings.set(place, [...earlierReadings.slice(1 - READINGS_MAX), reading]);
      byName.set(readName(place), (byName.get(readName(place)) ?? new Set()).add(place));
      const tokens = countFullTokens(answer) ?? 0;
      const standingReadings = earlierReadings.filter(
        (before) => index.standing.findAt(before.result, turn)?.mode === "full",
      );
      if (standingReadings.length === 0 || tokens < COSTLY_TOKENS || twins.has(call)) continue;
      const shared = yield* findSharing(input, reading, standingReadings);
      if (shared !== null) found.push({ ...reading, place, asked: askedPlace, tokens, ...shared });
    }
    yield;
  }
  return found;
}

/**
 * Forgets the readings of a place that a call writes. A call that writes may name a file from its folder, where the call that
 * read it gave the folder, too.
 */
function forgetPlace(
  readings: Map<string, Reading[]>,
  byName: ReadonlyMap<string, ReadonlySet<string>>,
  path: string,
): void {
  for (const place of byName.get(readName(path)) ?? [])
    if (place === path || place.endsWith(`/${path}`)) readings.delete(place);
}

function readName(place: string): string {
  return place.slice(place.lastIndexOf("/") + 1);
}

/** Whether a write failed: then it has changed nothing. */
function hasFailed({ recording }: FindingInput, result: number | undefined): boolean {
  return result !== undefined && isFailedResult(recording, result);
}

function* findSharing(
  input: FindingInput,
  { result }: Reading,
  standingReadings: readonly Reading[],
): Generator<undefined, Pick<ReadAgain, "before" | "lines" | "of"> | null> {
  const ownLinesOf = readOwnLines(input);
  const now = ownLinesOf.of(result);
  if (now.size < LINES_MIN) return null;
  for (const before of standingReadings.toReversed()) {
    yield;
    const lines = countShared(now, ownLinesOf.of(before.result));
    if (lines >= now.size * SHARE_MIN) return { before, lines, of: now.size };
  }
  return null;
}

function buildCase(input: FindingInput, again: readonly ReadAgain[]): Case {
  const { session } = input;
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const sum = (name: "lines" | "of" | "tokens") =>
    again.reduce((total, readAgain) => total + readAgain[name], 0);
  const [first, last] = [again[0], again.at(-1)];
  const [from, to, tokens] = [first?.turn ?? 0, last?.turn ?? 0, sum("tokens")];
  return {
    from,
    to,
    blocks: [first?.before.call, ...again.map(({ call }) => call)].slice(0, BLOCKS_NAMED_MAX).map(getBlockId),
    ...(tokens < PARTS_COST_TOKENS && { severity: "note" as const }),
    numbers: { times: again.length, tokens, lines: sum("lines"), of: sum("of") },
    sentence:
      `What the ${nameOfBlock(input, first?.before.call ?? -1)} of turn ${first?.before.turn ?? 0} gave stood in the window when the same was read again in another way ` +
      `${describeTimes(again.length)}, ${describeTurnRange(from, to)}: ${formatDigits(sum("lines"))} of the ${formatDigits(sum("of"))} lines that came stood there (${formatDigits(tokens)} tokens).`,
    proof: { view: "turn", turn: from, block: getBlockId(first?.call) },
    claims: again
      .flatMap(({ before, result, turn, lines }): Claim[] => [
        { is: "stands", block: getBlockId(before.result), turn, mode: "full" },
        { is: "shares-lines", blocks: [getBlockId(before.result), getBlockId(result)], n: lines },
      ])
      .slice(0, CLAIMS_MAX),
  };
}
