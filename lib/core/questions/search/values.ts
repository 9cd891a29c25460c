import { scanValues } from "../../evidence/values/values";

const READ_CHARS_MAX = 2_000_000;

/** The smallest strength of a value that counts as proof that one text took it from another. */
const STRENGTH_MIN = 0.5;

/**
 * The values of a text that are unlikely to occur by chance: identifiers, paths, addresses, numbers, quoted phrases.
 * Ordinary words are not values. Linear in the text.
 */
export function collectTellingValues(text: string): Set<string> {
  const values = new Set<string>();
  scanValues(text.slice(0, READ_CHARS_MAX), (value, strength) => {
    if (strength >= STRENGTH_MIN) values.add(value);
  });
  return values;
}
