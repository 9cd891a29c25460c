export interface TextPart {
  readonly text: string;
  /** Where the part begins, in UTF-16 code units. */
  readonly offset: number;
  /** Where the next part begins; `null` at the end of the text. */
  readonly next: number | null;
}

/**
 * A part of a text that cuts no character in two: half a surrogate pair cannot be sent on as UTF-8. A pair across the
 * border of two parts belongs to the second, so parts that meet give the whole text again.
 * @param limit code units at most, and one more where a pair across the border belongs to this part
 */
export function partOfText(whole: string, offset: number, limit: number): TextPart {
  const start = isInPair(whole, offset) ? offset - 1 : Math.min(offset, whole.length);
  const wanted = Math.min(offset + limit, whole.length);
  const end = !isInPair(whole, wanted) ? wanted : wanted - 1 > start ? wanted - 1 : wanted + 1;
  return { text: whole.slice(start, end), offset: start, next: end < whole.length ? end : null };
}

function isInPair(text: string, place: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, place - 1), place + 1));
}
