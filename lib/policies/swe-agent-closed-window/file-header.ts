const BEGIN = "[File:";
const BEGINS = /\[File:(?=\s)/g;
const ENDS = /(?<!\s)\s+\(\d+\s+lines total\)\]/g;
const SPACES = /\s*/y;

/**
 * The file that a window is of: what the vendor's `\[File:\s+(.*)\s+\(\d+\s+lines\ total\)\]` captures first. That expression
 * takes far too long on a header that is begun and never ends, so beginnings and ends are found apart here.
 * @returns `undefined` when the text has no such header
 */
export function fileOfHeader(text: string): string | undefined {
  const ends = [...text.matchAll(ENDS)].map(({ 0: whole, index }) => ({
    at: index,
    name: index + spacesAt(whole, 0) - 1,
  }));
  let passed = 0;
  let lineEnd = -1;
  for (const { index } of ends.length === 0 ? [] : text.matchAll(BEGINS)) {
    const after = index + BEGIN.length;
    const start = after + spacesAt(text, after);
    if (lineEnd < start) lineEnd = endOfLine(text, start);
    while ((ends[passed]?.at ?? Infinity) <= lineEnd) passed++;
    const last = ends[passed - 1];
    if (last !== undefined && last.at >= start) return text.slice(start, Math.min(last.name, lineEnd));
    // Nothing but spaces before the end: the name is empty.
    if (last?.at === after && last.name > after) return "";
  }
  return undefined;
}

function spacesAt(text: string, at: number): number {
  SPACES.lastIndex = at;
  return SPACES.exec(text)?.[0].length ?? 0;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}
