import { addToGroup } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { indexValuePresence } from "../../proof/value-presence";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

/** The fewest digits of a number: shorter ones are alike by chance. */
const DIGITS_MIN = 4;
const DIGITS_MAX = 24;
const SUMMARY_CHARS_READ = 40_000;
const TEXT_CHARS_READ = 200_000;
const CHANGED_MAX = 5;
/** A number with the signs and letters around it: an amount, an id, a day. */
const NUMBER = /[\p{L}\p{N}#$€£_-]{0,24}\d(?:[\p{L}\p{N}.,:_-]{0,30}[\p{L}\p{N}])?/gu;

const DIGITS = new RegExp(`(?:\\d\\D*){${DIGITS_MIN}}`);

interface Source {
  readonly value: string;
  readonly block: number;
}

/**
 * A number of a summary that nothing said before, where what was compacted says one with the same digits in another order or
 * with one digit off, and the summary does not say that one. What is one more or less was counted on, and is none.
 *
 *     what left   "Order W5061109: 1,284.50 EUR"
 *     summary     "Order W5061190 came to 1,284.50 EUR"     the digits of W5061109 in another order
 */
export const changedNumber: FindingRule = {
  ...getFindingKind("compaction.changed_number"),
  *find(input) {
    const { session, recording, index } = input;
    const saidIndex = indexValuePresence(recording);
    const summaries: Summary[] = [];
    for (const [compaction, { turn, summaryBlock }] of session.compactions.entries()) {
      yield undefined;
      const summary = session.blocks[summaryBlock ?? -1];
      if (summary === undefined) continue;
      const text = (readFullText(recording, summary) ?? "").slice(0, SUMMARY_CHARS_READ);
      summaries.push({ compaction, turn, summary, numbers: new Set(findTellingNumbers(text)) });
    }
    // Few numbers have a source, and only for those it matters whether something else said them.
    const sourcesOf = new Map<Summary, ReadonlyMap<string, Source>>();
    for (const summary of summaries) {
      yield undefined;
      const evictions = index
        .listEvictions(summary.turn)
        .filter(({ compaction }) => compaction === summary.compaction);
      sourcesOf.set(
        summary,
        yield* findSources(input, summary.numbers, new Set(evictions.map(({ block }) => block))),
      );
    }
    yield* saidIndex.prepareInSteps(
      new Set([...sourcesOf.values()].flatMap((sources) => [...sources.keys()])),
    );
    const first = session.turns[0]?.index ?? 0;
    for (const [{ turn, summary }, sources] of sourcesOf) {
      yield undefined;
      const unsaid = [...sources].filter(
        ([value]) => turn > first && !saidIndex.isSaid(value, first, turn - 1),
      );
      for (const [value, source] of unsaid.slice(0, CHANGED_MAX)) {
        const claims = buildClaims(input, { value, source, turn, summary: summary.id, first });
        if (claims.length > 0) yield buildCase(input, { value, source, turn, summary: summary.id, claims });
      }
    }
  },
};

interface Summary {
  /** Index into `Session.compactions`. */
  readonly compaction: number;
  readonly turn: TurnIndex;
  readonly summary: Block;
  readonly numbers: ReadonlySet<string>;
}

/** By a number of a summary that what left does not say the one that it may be made of; those with several are left out, as nobody can tell which. */
function* findSources(
  { recording }: FindingInput,
  inSummary: ReadonlySet<string>,
  leftBlocks: ReadonlySet<number>,
): Generator<undefined, Map<string, Source>> {
  const byKey = new Map<string, string[]>();
  const forms = new Set([...inSummary].map(readForm));
  for (const value of inSummary) for (const key of makeKeys(value)) addToGroup(byKey, key, value);
  const found = new Map<string, Source | null>();
  const saidValues = new Set<string>();
  for (const number of leftBlocks) {
    yield;
    const text = readTextOfBlock(recording, number).slice(0, TEXT_CHARS_READ);
    for (const value of new Set(findTellingNumbers(text))) {
      if (inSummary.has(value)) saidValues.add(value);
      if (inSummary.has(value) || !forms.has(readForm(value))) continue;
      for (const changed of new Set(makeKeys(value).flatMap((key) => byKey.get(key) ?? []))) {
        if (isCountedOn(changed, value)) {
          found.set(changed, null);
          continue;
        }
        const knownSource = found.get(changed);
        found.set(
          changed,
          knownSource === undefined || knownSource?.value === value
            ? (knownSource ?? { value, block: number })
            : null,
        );
      }
    }
  }
  return new Map(
    [...found].flatMap(([value, source]) =>
      source === null || saidValues.has(value) ? [] : [[value, source]],
    ),
  );
}

interface Changed {
  readonly value: string;
  readonly source: Source;
  readonly turn: number;
  readonly summary: string;
}

function buildClaims(
  { session, index }: FindingInput,
  { value, source, turn, summary, first }: Changed & { readonly first: number },
): Claim[] {
  const residency = index
    .listResidencies(source.block)
    .findLast(({ from, mode }) => from < turn && mode !== "reference");
  const block = session.blocks[source.block]?.id;
  if (residency === undefined || block === undefined) return [];
  return [
    { is: "present", value, turn, block: summary },
    { is: "absent", value, turn: first, until: turn - 1 },
    { is: "present", value: source.value, turn: residency.from, block },
    { is: "absent", value: source.value, turn, block: summary },
  ];
}

function buildCase(
  input: FindingInput,
  { value, source, turn, summary, claims }: Changed & { readonly claims: readonly Claim[] },
): Case {
  return {
    from: turn,
    to: turn,
    blocks: [summary, input.session.blocks[source.block]?.id ?? ""],
    numbers: { digits: stripToDigits(value).length },
    sentence: `The summary at turn ${turn} says "${value}", which nothing said before; the ${nameOfBlock(input, source.block)} that it took the place of says "${source.value}".`,
    proof: { view: "block", block: summary, value },
    claims,
  };
}

function findTellingNumbers(text: string): string[] {
  const lines = text.split("\n").filter(hasDigits);
  return lines
    .flatMap((line) => line.match(NUMBER) ?? [])
    .flatMap(splitRange)
    .filter((value) => {
      const { length } = stripToDigits(value);
      return length >= DIGITS_MIN && length <= DIGITS_MAX;
    });
}

/** Whether a line has enough digits for a number. No number goes over a line, and most lines have too few. */
function hasDigits(line: string): boolean {
  return DIGITS.test(line);
}

/** Splits a range such as "92-171" into its two numbers, however they are joined: whoever read the lines may name another end. */
function splitRange(value: string): string[] {
  return /^\d+[-:]\d+$/.test(value) ? value.split(/[-:]/) : [value];
}

/** Equal for two numbers of one form with the same digits in another order, or with one digit off. */
function makeKeys(value: string): string[] {
  const digits = stripToDigits(value);
  const form = readForm(value);
  return [
    `${form} ${[...digits].sort().join("")}`,
    ...[...digits].map((_, i) => `${form} ${digits.slice(0, i)}*${digits.slice(i + 1)}`),
  ];
}

/** A number with each of its digits as a zero. */
function readForm(value: string): string {
  return value.replace(/\d/g, "0");
}

/** Whether one number follows the other, as a page or a day does. */
function isCountedOn(value: string, otherValue: string): boolean {
  const [digits, otherDigits] = [stripToDigits(value), stripToDigits(otherValue)];
  return digits === otherDigits || Math.abs(Number(digits) - Number(otherDigits)) === 1;
}

function stripToDigits(value: string): string {
  return value.replace(/\D/g, "");
}
