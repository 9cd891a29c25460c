/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Found extends Span {
  readonly detector: string;
  readonly label: string;
}

export interface Detector {
  readonly id: string;
  readonly label: string;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * A detector with a regular expression. The match is the group named `it`, else the whole match. To keep the time
 * linear in the text, a pattern must bound every repetition and must not nest repetitions.
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

export function* foundBy({ id, label, find }: Detector, text: string): Iterable<Found> {
  for (const { start, end } of find(text)) yield { start, end, detector: id, label };
}
