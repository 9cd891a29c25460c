/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something that must not leave: what it is called, and where it is in a text. */
export interface Detector {
  readonly id: string;
  readonly label: string;
  find(text: string): Iterable<Span>;
}

/**
 * A detector that goes by a pattern. What a group named `it` matches counts, else all of it. Patterns bound their
 * repetitions: their work is linear in the text.
 */
export function byPattern(
  id: string,
  label: string,
  pattern: RegExp,
  accepts: (match: string) => boolean = () => true,
): Detector {
  return {
    id,
    label,
    *find(text) {
      for (const match of text.matchAll(pattern)) {
        const it = match.groups?.it ?? match[0];
        const start = match.index + match[0].lastIndexOf(it);
        if (accepts(it)) yield { start, end: start + it.length };
      }
    },
  };
}
