const OPENING_CHARS_MAX = 200;

/** The start of a text up to a whole word, which is short enough for a claim; `null` where it has no words. */
export function readOpeningWords(text: string): string | null {
  const line = text.trim().slice(0, OPENING_CHARS_MAX + 1);
  const cut = line.length > OPENING_CHARS_MAX ? line.replace(/\s\S{0,200}$/, "").trim() : line;
  return /[\p{L}\p{N}]/u.test(cut) ? cut.toWellFormed() : null;
}
