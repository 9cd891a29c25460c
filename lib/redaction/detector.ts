/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch that must not leave, and what found it. */
export interface Found extends Span {
  readonly detector: string;
  readonly label: string;
}

/** Something that must not leave: what it is called, and where it is in a text. */
export interface Detector {
  readonly id: string;
  readonly label: string;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * A detector that goes by a pattern. What a group named `it` matches counts, else all of it. A pattern bounds what it tries
 * at one place, and has no part that repeats another: the work is linear in the text.
 */
export function byPattern(
  id: string,
  label: string,
  pattern: RegExp,
  accepts: (it: string, match: string) => boolean = () => true,
): Detector {
  return {
    id,
    label,
    *find(text) {
      for (const match of text.matchAll(pattern)) {
        const it = match.groups?.it ?? match[0];
        const start = match.index + match[0].lastIndexOf(it);
        if (accepts(it, match[0])) yield { start, end: start + it.length };
      }
    },
  };
}

/** What a detector finds, with its name. */
export function* foundBy({ id, label, find }: Detector, text: string): Iterable<Found> {
  for (const { start, end } of find(text)) yield { start, end, detector: id, label };
}
