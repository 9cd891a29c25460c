import type { SearchPhrase, SearchWords } from "./search-words";
import { SEARCHED_CHARS } from "./word-filter";
import { endOfWord, foldText, measureWordChar, findWordFrom } from "./words";

/** A run of a text, in code units. */
export interface TextRun {
  readonly start: number;
  readonly end: number;
}

/** Whether a text has what is searched for. */
export function hasWords(text: string, askedWords: SearchWords): boolean {
  const folded = foldText(text.slice(0, SEARCHED_CHARS));
  return askedWords.some((phrases) =>
    phrases.every((phrase) => (findFirstRun(folded, phrase.words, 0) !== null) !== phrase.absent),
  );
}

/** The first place after another at which the words follow one another. @param folded with `foldText` */
function findFirstRun(folded: string, words: readonly string[], from: number): TextRun | null {
  const [first = "", ...otherWords] = words;
  for (let start = folded.indexOf(first, from); start !== -1; start = folded.indexOf(first, start + 1)) {
    let end = start + first.length;
    if (isInsideWord(folded, start) || endOfWord(folded, end) !== end) continue;
    const follow = otherWords.every((word) => {
      const next = findWordFrom(folded, end);
      end = next?.end ?? end;
      return next !== null && folded.slice(next.start, next.end) === word;
    });
    if (follow) return { start, end };
  }
  return null;
}

function isInsideWord(text: string, at: number): boolean {
  if (at === 0) return false;
  const unit = text.charCodeAt(at - 1);
  const isSecondHalf = unit >= 0xdc_00 && unit <= 0xdf_ff && at > 1;
  return measureWordChar(text, isSecondHalf ? at - 2 : at - 1) > 0;
}

const [BEFORE, SHOWN] = [80, 320];

/** The place of a text where what is searched for stands first, with some text around it, and the runs in it to mark. */
export function placeOfWords(
  text: string,
  askedWords: SearchWords,
): { readonly text: string; readonly runs: TextRun[] } {
  const searched = text.slice(0, SEARCHED_CHARS);
  const folded = foldText(searched);
  // Very few characters are longer in lower case: then no place of one text is a place of the other.
  const shownText = folded.length === searched.length ? searched : folded;
  const phrases = askedWords.flat().filter(({ absent }) => !absent);
  const first = Math.min(...phrases.map(({ words }) => findFirstRun(folded, words, 0)?.start ?? Infinity));
  const start = Number.isFinite(first) ? beginOfWord(folded, Math.max(0, first - BEFORE)) : 0;
  const end = endOfWord(folded, Math.min(folded.length, start + SHOWN));
  const cut = Math.min(end, start + 2 * SHOWN);
  return {
    text: shownText.slice(start, cut).toWellFormed(),
    runs: findRuns(folded, phrases, { start, end: cut }),
  };
}

/** The begin of the next word when a place is inside of one, so that no half word is shown. */
function beginOfWord(text: string, at: number): number {
  return isInsideWord(text, at) ? endOfWord(text, at) : at;
}

/** All places of phrases in a part of a text, counted from its start. Of places that overlap, the first counts. */
function findRuns(folded: string, phrases: readonly SearchPhrase[], { start, end }: TextRun): TextRun[] {
  const part = folded.slice(start, end);
  const allRuns = phrases.flatMap(({ words }) => {
    const runs: TextRun[] = [];
    for (let run = findFirstRun(part, words, 0); run !== null; run = findFirstRun(part, words, run.end))
      runs.push(run);
    return runs;
  });
  let last = 0;
  return allRuns
    .sort((a, b) => a.start - b.start)
    .filter((run) => {
      if (run.start < last) return false;
      last = run.end;
      return true;
    });
}
