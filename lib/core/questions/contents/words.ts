/**
 * The words of a text: its runs of letters, digits and the marks that belong to them. Everything else separates words, so
 * `foo-bar.ts` is three words that follow one another.
 */
const WORD_CHAR = /[\p{L}\p{N}\p{M}]/u;
const [UNKNOWN, INSIDE, BETWEEN] = [0, 1, 2];
/** What is known of each UTF-16 code unit that is a character by itself. */
const wordsSeen = new Uint8Array(0x1_00_00);

/** The text as words are compared in it: without regard to case. */
export function foldText(text: string): string {
  return text.toLowerCase();
}

/** How many code units of a word's character stand at a place: 0 if none of a word stands there. */
export function measureWordChar(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd8_00 && unit <= 0xdf_ff) {
    const char = text.codePointAt(at) ?? 0;
    return char > 0xff_ff && WORD_CHAR.test(String.fromCodePoint(char)) ? 2 : 0;
  }
  if (wordsSeen[unit] === UNKNOWN)
    wordsSeen[unit] = WORD_CHAR.test(String.fromCharCode(unit)) ? INSIDE : BETWEEN;
  return wordsSeen[unit] === INSIDE ? 1 : 0;
}

/** The start and the end of the first word at or after a place; `null` after the last one. */
export function findWordFrom(
  text: string,
  place: number,
): { readonly start: number; readonly end: number } | null {
  let start = place;
  while (start < text.length && measureWordChar(text, start) === 0) start++;
  if (start >= text.length) return null;
  return { start, end: endOfWord(text, start) };
}

/** The end of the word that a place is in. */
export function endOfWord(text: string, place: number): number {
  let end = place;
  for (
    let size = measureWordChar(text, end);
    end < text.length && size > 0;
    size = measureWordChar(text, end)
  )
    end += size;
  return end;
}

/** All words of a text, in order. */
export function listWordsInOrder(text: string): string[] {
  const words: string[] = [];
  for (let word = findWordFrom(text, 0); word !== null; word = findWordFrom(text, word.end))
    words.push(text.slice(word.start, word.end));
  return words;
}
