import type { CountedValue } from "./value-table";

const PREFIX_CHARS = 2;
const DIFFERENT_MAX = 2;
const LIKE_MAX = 50;

/**
 * Finds the value that somebody meant who wrote another one in its place.
 *
 *     lost: src/pay/refund.ts · W2378156
 *     src/refund.ts → src/pay/refund.ts, the same file name in another folder
 *     W2378165 → W2378156, of one shape, and different in at most two characters
 *     src/cancel.ts, W9902211 → none
 */
export class LikeValues {
  private readonly byShape = new Map<string, CountedValue[]>();

  constructor(values: readonly CountedValue[]) {
    for (const value of values) {
      const shape = describeShape(value);
      if (shape === null) continue;
      const existing = this.byShape.get(shape);
      if (existing === undefined) this.byShape.set(shape, [value]);
      else if (existing.length < LIKE_MAX) existing.push(value);
    }
  }

  /** The one value that is like the given one; `null` where none is, or several are. */
  find(value: CountedValue): CountedValue | null {
    const shape = describeShape(value);
    const like = (shape === null ? [] : (this.byShape.get(shape) ?? [])).filter(
      (candidate) =>
        candidate.no !== value.no &&
        (value.kind === "path" || countDifferences(candidate.text, value.text) <= DIFFERENT_MAX),
    );
    return like.length === 1 ? (like[0] ?? null) : null;
  }
}

function describeShape({ kind, text }: CountedValue): string | null {
  if (kind === "path") return `path ${text.slice(text.lastIndexOf("/") + 1)}`;
  if (kind !== "identifier") return null;
  return `identifier ${text.slice(0, PREFIX_CHARS)} ${text.replace(/\p{L}/gu, "a").replace(/\d/g, "9")}`;
}

/** At how many places two texts of one length differ. */
function countDifferences(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count++;
  return count;
}
