import { removeAdded } from "./own-text";

const CHARS_MAX = 400_000;
const LINE_NUMBER = /^\s{0,8}\d{1,7}(?:[→|:]|\t)\s?/;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * The distinct lines of a text as its tool gave them that say something, without the numbers that tools write before lines. Two
 * readings of one file are compared by them, whatever tool read it and where the reading began.
 *
 *     "  12→const a = 1;\n  13→}\n  14→use(a);"     const a = 1; · use(a);
 */
export function listOwnLines(text: string): ReadonlySet<string> {
  const lines = removeAdded(text.slice(0, CHARS_MAX)).split("\n");
  return new Set(
    lines.map((line) => line.replace(LINE_NUMBER, "").trim()).filter((line) => SAYS_SOMETHING.test(line)),
  );
}

/** Whether of the longer of two texts at least such a share of the lines stands in the other. */
export function isMostlyShared(
  lines: ReadonlySet<string>,
  other: ReadonlySet<string>,
  share: number,
): boolean {
  return countShared(lines, other) >= Math.max(1, Math.max(lines.size, other.size) * share);
}

/** How many lines of one text stand in the other. */
export function countShared(lines: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = lines.size <= other.size ? [lines, other] : [other, lines];
  let shared = 0;
  for (const line of few) if (many.has(line)) shared++;
  return shared;
}
