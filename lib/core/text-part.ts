export interface TextPart {
  readonly text: string;
  readonly offset: number;
  readonly next: number | null;
}

/**
 * A part of a text that cuts no character in two: half a surrogate pair cannot be sent on as UTF-8. A pair across the
 * border of two parts belongs to the second, so parts that meet give the whole text again.
 * @param limit code units at most, and one more where a pair across the border belongs to this part
 */
export function cutPartOfText(whole: string, offset: number, limit: number): TextPart {
  const start = isInPair(whole, offset) ? offset - 1 : Math.min(offset, whole.length);
  const wantedEnd = Math.min(offset + limit, whole.length);
  const end = !isInPair(whole, wantedEnd) ? wantedEnd : wantedEnd - 1 > start ? wantedEnd - 1 : wantedEnd + 1;
  return { text: whole.slice(start, end), offset: start, next: end < whole.length ? end : null };
}

export interface TextAround {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Looks for the exact value, else for one that differs in case.
 * @param chars the most code units before and after it
 * @returns `null` when the text does not contain it
 */
export function cutTextAround(whole: string, value: string, chars: number): TextAround | null {
  const at = placeOf(whole, value);
  if (at === null) return null;
  const from = Math.max(0, at - chars);
  const { text, offset, next } = cutPartOfText(whole, from, at + value.length + chars - from);
  return { text, isCutBefore: offset > 0, isCutAfter: next !== null };
}

function placeOf(whole: string, value: string): number | null {
  if (value === "") return null;
  const exact = whole.indexOf(value);
  if (exact >= 0) return exact;
  const lower = whole.toLowerCase();
  const loose = lower.length === whole.length ? lower.indexOf(value.toLowerCase()) : -1;
  return loose < 0 ? null : loose;
}

function isInPair(text: string, place: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, place - 1), place + 1));
}
