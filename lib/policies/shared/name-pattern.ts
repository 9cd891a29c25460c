import { z } from "zod";

export const NAME_PATTERNS_MAX = 200;
export const NAME_PATTERN_CHARS_MAX = 200;

export const namePatterns = z.array(z.string().max(NAME_PATTERN_CHARS_MAX)).max(NAME_PATTERNS_MAX);

/**
 * Makes a test whether a name fits a pattern. `*` stands for any characters or none. The parts between the stars are
 * searched from left to right, each at its first place. So the work is at most the pattern's length times the name's
 * length.
 */
export function namePattern(pattern: string): (name: string) => boolean {
  const parts = pattern.split("*");
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return (name) => name === pattern;
  const middle = parts.slice(1, -1).filter((part) => part !== "");
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    const end = name.length - last.length;
    if (at > end) return false;
    for (const part of middle) {
      const found = name.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
