import { FRAME, refuses, restrains } from "@/lib/language/matcher";
import { addToGroup } from "../../group-by";
import { rememberResults } from "../../remembering";
import { splitWords } from "../../evidence/plan/steps/step-words";

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
export function collectSignificantWords(plain: string): Set<string> {
  const words = plain.replace(/\bend[- ]to[- ]end\b/g, "e2e").match(/[\p{L}\p{N}]+/gu) ?? [];
  const significant = words.filter((word) => (word.length > 3 || /\d/.test(word)) && !FRAME.has(word));
  return new Set(
    significant.flatMap((word) =>
      /\d/.test(word) ? [word] : [...splitWords(convertToAscii(word))].slice(0, 1).map(replaceSameWord),
    ),
  );
}

function convertToAscii(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

function replaceSameWord(stem: string): string {
  return SAME.get(stem) ?? stem;
}

const PARAPHRASE_SHARE = 0.6;
/** A word can be shortened to so many letters: "deps" for "dependencies". */
const SHORT_FORM_MIN = 3;
/** A word of so many letters may stand inside a longer form: "lösch" in "gelöscht". */
const INNER_FORM_MIN = 5;

const NEGATED = /\b(?:not|never|dont|no longer|no need to|neednt) ((?:\w+ ){0,3}\w+)/g;

/** Two sentences in a row, and the words that carry them. */
interface Pair {
  readonly both: string;
  readonly said: ReadonlySet<string>;
}

/**
 * Whether sentences state a constraint in other words. One sentence, or two in a row, must have most of its
 * significant words and all of its numbers and paths. They must not allow what it forbids, or forbid what it
 * allows. The sentences are read once for all constraints, and a constraint looks only at those that have its words.
 */
export class Restatements {
  private readonly pairs: Pair[] = [];
  private readonly byWord = new Map<string, number[]>();
  private readonly forms = new WordForms();
  private readonly meant = new Map<string, ReadonlySet<number>>();

  /** @param sentences as `normalisePlainText` gives them, in their order */
  static addInRow(sentences: readonly string[]): Restatements {
    const restatements = new Restatements();
    for (const [i, sentence] of sentences.entries())
      restatements.add(`${sentence} ${sentences[i + 1] ?? ""}`);
    return restatements;
  }

  /** Before anything is asked. @param pairText two sentences in a row, as `normalisePlainText` gives them */
  add(pairText: string): void {
    const no = this.pairs.length;
    const saidWords = collectSignificantWords(pairText);
    this.pairs.push({ both: pairText, said: saidWords });
    for (const word of saidWords) {
      if (!this.byWord.has(word)) this.forms.add(word);
      addToGroup(this.byWord, word, no);
    }
  }

  /** @param plain the constraint as `normalisePlainText` gives it */
  restate(plain: string): boolean {
    return this.findRestated(plain).next().done !== true;
  }

  /** The numbers of the pairs that state a constraint, in any order. */
  *findRestated(plain: string): Generator<number, void> {
    const { words, forbids, places, numbers } = constraintIn(plain);
    if (!numbers.every((word) => this.byWord.has(word))) return;
    const pairsByWord = words.map((word) => this.findPairsWith(word)).sort((a, b) => a.size - b.size);
    for (const no of selectCandidates(pairsByWord)) {
      const count = pairsByWord.filter((pairs) => pairs.has(no)).length;
      if (count / words.length < PARAPHRASE_SHARE) continue;
      const { both, said } = this.pairs[no] ?? { both: "", said: new Set() };
      if (numbers.every((word) => said.has(word)) && places.every((place) => saysPlace(both, place)))
        if (forbids ? restrains(both) : !negates(both, words)) yield no;
    }
  }

  /** The pairs that have a word, or a shorter or longer form of it. */
  private findPairsWith(word: string): ReadonlySet<number> {
    let pairs = this.meant.get(word);
    if (pairs === undefined) {
      const forms = this.forms.of(word).flatMap((form) => this.byWord.get(form) ?? []);
      pairs = new Set([...(this.byWord.get(word) ?? []), ...forms]);
      this.meant.set(word, pairs);
    }
    return pairs;
  }
}

/**
 * The pairs that can have enough of the words. Whatever lacks all of the rarest words, but for so many as suffice, has too few.
 *
 * For example: of five words three suffice. A pair without any of the three rarest has two at most.
 * @param pairsByWord by word, the rarest first
 */
function selectCandidates(pairsByWord: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  let neededWords = 1;
  while (neededWords < pairsByWord.length && neededWords / pairsByWord.length < PARAPHRASE_SHARE)
    neededWords++;
  return new Set(pairsByWord.slice(0, pairsByWord.length - neededWords + 1).flatMap((pairs) => [...pairs]));
}

/** What counts of a constraint. Most are looked for after every compaction. */
const constraintIn = rememberResults(
  (plain: string) => plain,
  (plain) => {
    const words = [...collectSignificantWords(plain)];
    return {
      words,
      forbids: refuses(plain),
      places: findPlaces(plain),
      numbers: words.filter((word) => /^\d+$/.test(word)),
    };
  },
);

/** Finds the shorter and longer forms of a word among many, without comparing it with each. */
class WordForms {
  /** Words by their first letters, and by any letters in a row that they hold. */
  private readonly beginning = new Map<string, string[]>();
  private readonly holding = new Map<string, string[]>();

  add(word: string): void {
    addToGroup(this.beginning, word.slice(0, SHORT_FORM_MIN), word);
    for (const part of splitIntoParts(word)) addToGroup(this.holding, part, word);
  }

  of(word: string): string[] {
    const near = new Set([
      ...(this.beginning.get(word.slice(0, SHORT_FORM_MIN)) ?? []),
      ...(this.holding.get(word.slice(0, INNER_FORM_MIN)) ?? []),
      ...[...splitIntoParts(word)].flatMap((part) => this.beginning.get(part.slice(0, SHORT_FORM_MIN)) ?? []),
    ]);
    return [...near].filter((nearForm) => isShortForm(nearForm, word));
  }
}

function splitIntoParts(word: string): Set<string> {
  const parts = new Set<string>();
  for (let at = 0; at + INNER_FORM_MIN <= word.length; at++) parts.add(word.slice(at, at + INNER_FORM_MIN));
  return parts;
}

function findPlaces(plain: string): string[] {
  return plain.match(/(?<![\w.-])[\w.-]+(?:\/[\w.-]+)+/g) ?? [];
}

function saysPlace(saidText: string, place: string): boolean {
  const last = place.slice(place.lastIndexOf("/") + 1);
  const names: readonly string[] = saidText.match(/[\w.-]+/g) ?? [];
  return saidText.includes(place) || names.includes(last);
}

function isShortForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORT_FORM_MIN || !/^\p{L}+$/u.test(short)) return false;
  return long.startsWith(short) || (short.length >= INNER_FORM_MIN && long.includes(short));
}

function negates(sentence: string, words: readonly string[]): boolean {
  return [...sentence.matchAll(NEGATED)].some(([, next = ""]) =>
    [...collectSignificantWords(next)].some((word) => words.includes(word)),
  );
}
