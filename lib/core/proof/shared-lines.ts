import { stripLineNumber } from "../source/line-number";
import { removeAdded } from "./own-text";

const CHARS_MAX = 400_000;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * The distinct lines of a text as its tool gave them that say something, without the numbers that tools write before lines. Two
 * readings of one file are compared by them, whatever tool read it and where the reading began.
 *
 *     "  12→const a = 1;\n  13→}\n  14→use(a);"     const a = 1; · use(a);
 */
export function listOwnLines(text: string): ReadonlySet<string> {
  const lines = removeAdded(text.slice(0, CHARS_MAX)).split("\n");
  return new Set(lines.map((line) => stripLineNumber(line)).filter((line) => SAYS_SOMETHING.test(line)));
}

/** Whether two texts share at least this share of the lines of the longer one. */
export function isMostlyShared(
  lines: ReadonlySet<string>,
  otherLines: ReadonlySet<string>,
  share: number,
): boolean {
  return countShared(lines, otherLines) >= Math.max(1, Math.max(lines.size, otherLines.size) * share);
}

/** How many lines of one text stand in the other. */
export function countShared(lines: ReadonlySet<string>, otherLines: ReadonlySet<string>): number {
  const [fewerLines, moreLines] = lines.size <= otherLines.size ? [lines, otherLines] : [otherLines, lines];
  let shared = 0;
  for (const line of fewerLines) if (moreLines.has(line)) shared++;
  return shared;
}
