import { scanValues } from "../../evidence/values/values";

/** Characters of one text that are read for its values; a longer text is read this far. */
const READ_CHARS_MAX = 2_000_000;

/** How telling a value's shape must be to say that two texts have it from one another. */
const STRENGTH_MIN = 0.5;

/**
 * The values of a text that are unlikely to be written by chance: identifiers, paths, addresses, numbers, quoted phrases.
 * Ordinary words are not among them. Linear in the text.
 */
export function valuesOf(text: string): Set<string> {
  const values = new Set<string>();
  scanValues(text.slice(0, READ_CHARS_MAX), (value, strength) => {
    if (strength >= STRENGTH_MIN) values.add(value);
  });
  return values;
}
