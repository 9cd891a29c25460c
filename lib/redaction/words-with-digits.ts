import type { Span } from "./detector";

const CHARS = { min: 6, max: 400 };
const CODES = 128;
const [END, DIGIT, LETTER, JOIN] = [1, 2, 4, 8];
const KINDS = Uint8Array.from({ length: CODES }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (code <= 32 || /["'`\\,;<>(){}[\]|]/.test(sign)) return END;
  if (/\d/.test(sign)) return DIGIT;
  if (/[a-z]/i.test(sign)) return LETTER;
  return /[-_.!#$%^&*?@]/.test(sign) ? JOIN : 0;
});
const OTHER_ENDS = new Set([..."«»“”„「」『』：，。、；（）\u00a0\u3000"].map((sign) => sign.charCodeAt(0)));

let last: { readonly text: string; readonly words: readonly Span[] } = { text: "", words: [] };

/**
 * Words with letters and digits, or with letters and at least two signs: no others can be secrets that only the words
 * around them tell. The last text is remembered, because several detectors ask for it.
 */
export function wordsWithDigits(text: string): readonly Span[] {
  if (last.text !== text) last = { text, words: [...findWords(text)] };
  return last.words;
}

function* findWords(text: string): Iterable<Span> {
  let [start, seen, joins] = [0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const kind = code < CODES ? (KINDS[code] ?? 0) : OTHER_ENDS.has(code) ? END : LETTER;
    if (kind !== END) {
      seen |= kind;
      if (kind === JOIN) joins++;
      continue;
    }
    const chars = at - start;
    if (
      chars >= CHARS.min &&
      chars <= CHARS.max &&
      (seen & LETTER) !== 0 &&
      ((seen & DIGIT) !== 0 || joins >= 2)
    )
      yield { start, end: at };
    [start, seen, joins] = [at + 1, 0, 0];
  }
}
