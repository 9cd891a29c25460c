import { FRAME, refuses, restrains } from "@/lib/language/matcher";
import { wordsIn } from "../../evidence/plan/steps/step-words";

/** Synonyms in orders, without their endings. The first stands for all. */
const SAME = new Map(
  [
    "answer reply respond response",
    "chang modify edit alter touch",
    "delet remov eras",
    "folder directory directori dir",
    "ask confirm approv approval consent permission",
    "push merg",
    "credential secret password",
  ].flatMap((line) => {
    const [first = "", ...rest] = line.split(" ");
    return rest.map((word) => [word, first] as const);
  }),
);

/** The words that carry a constraint, without their endings. `end-to-end` and `e2e` are one word. */
export function significantWords(plain: string): Set<string> {
  const words = plain.replace(/\bend[- ]to[- ]end\b/g, "e2e").match(/[\p{L}\p{N}]+/gu) ?? [];
  const significant = words.filter((word) => (word.length > 3 || /\d/.test(word)) && !FRAME.has(word));
  return new Set(
    significant.flatMap((word) =>
      /\d/.test(word) ? [word] : [...wordsIn(inAscii(word))].slice(0, 1).map(sameWord),
    ),
  );
}

function inAscii(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

function sameWord(stem: string): string {
  return SAME.get(stem) ?? stem;
}

const PARAPHRASE_SHARE = 0.6;
/** A word can be shortened to so many letters: "deps" for "dependencies". */
const SHORT_FORM_MIN = 3;
/** A word of so many letters may stand inside a longer form: "lösch" in "gelöscht". */
const INNER_FORM_MIN = 5;

const NEGATED = /\b(?:not|never|dont|no longer|no need to|neednt) ((?:\w+ ){0,3}\w+)/g;

/**
 * Whether sentences state the constraint in other words. One sentence, or two in a row, must have most of its
 * significant words and all of its numbers and paths. They must not allow what it forbids, or forbid what it
 * allows.
 */
export function isParaphrased(plain: string, restated: readonly string[]): boolean {
  const words = [...significantWords(plain)];
  if (words.length === 0) return false;
  const forbids = refuses(plain);
  return restated.some((sentence, i) => {
    const both = `${sentence} ${restated[i + 1] ?? ""}`;
    const said = significantWords(both);
    const isSaid = (word: string) => said.has(word) || [...said].some((one) => isShortForm(one, word));
    if (words.some((word) => /^\d+$/.test(word) && !said.has(word))) return false;
    if (!placesIn(plain).every((place) => saysPlace(both, place))) return false;
    if (words.filter(isSaid).length / words.length < PARAPHRASE_SHARE) return false;
    return forbids ? restrains(both) : !negates(both, words);
  });
}

function placesIn(plain: string): string[] {
  return plain.match(/(?<![\w.-])[\w.-]+(?:\/[\w.-]+)+/g) ?? [];
}

function saysPlace(said: string, place: string): boolean {
  const last = place.slice(place.lastIndexOf("/") + 1);
  const names: readonly string[] = said.match(/[\w.-]+/g) ?? [];
  return said.includes(place) || names.includes(last);
}

function isShortForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORT_FORM_MIN || !/^\p{L}+$/u.test(short)) return false;
  return long.startsWith(short) || (short.length >= INNER_FORM_MIN && long.includes(short));
}

function negates(sentence: string, words: readonly string[]): boolean {
  return [...sentence.matchAll(NEGATED)].some(([, next = ""]) =>
    [...significantWords(next)].some((one) => words.includes(one)),
  );
}
