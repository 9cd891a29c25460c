/** Characters of one text that are read for its values; a longer text is read this far. */
const READ_CHARS_MAX = 2_000_000;
const VALUE_CHARS_MIN = 4;
const VALUE_CHARS_MAX = 200;

/** Runs of what identifiers, paths, addresses and numbers are made of. */
const RUNS = /[\p{L}\p{N}_$@#%&+~][\p{L}\p{N}_$@#%&+~./:\\-]*[\p{L}\p{N}_]/gu;

/**
 * The values of a text that are unlikely to be written by chance: identifiers, paths, addresses, numbers of four digits
 * and more. Ordinary words are not among them. Linear in the text.
 */
export function valuesOf(text: string): Set<string> {
  const values = new Set<string>();
  for (const [run] of text.slice(0, READ_CHARS_MAX).matchAll(RUNS))
    if (run.length >= VALUE_CHARS_MIN && run.length <= VALUE_CHARS_MAX && isDistinctive(run)) values.add(run);
  return values;
}

/** Letters with digits, several words in one, or a number that is not a small one or a year. */
function isDistinctive(run: string): boolean {
  if (/^\d+$/.test(run)) return run.length > VALUE_CHARS_MIN || !/^(?:19|20)\d\d$/.test(run);
  if (/\d/.test(run) && /\p{L}/u.test(run)) return true;
  if (/[_/\\@]/.test(run)) return true;
  if (/\p{L}[.:]\p{L}/u.test(run)) return true;
  if (/\d[.:]\d/.test(run)) return run.length > VALUE_CHARS_MIN;
  return /\p{Ll}\p{Lu}/u.test(run);
}
