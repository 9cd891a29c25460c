/** Replaces one masked character. The length of a text does not change. */
export const MASK = "█";

/** How many characters in a row are masked for one value: its index in the list of hits, -1 for none that is listed. */
export type MaskRun = readonly [hit: number, chars: number];

const PRIVATE_USE = { from: 0xe000, to: 0xf8ff };
const MASKED = /([\ue000-\uf8ff█])\1*/g;

/**
 * Characters that stand for `MASK` while it matters whose value is masked: one for each value. Unicode gives them no
 * meaning, and none of them stands in a text, so that nothing else can be taken for one.
 */
export function listFreeMarks(texts: Iterable<string>): readonly string[] {
  const usedMarks = new Set<string>();
  for (const text of texts) for (const char of text.match(/[\ue000-\uf8ff]/g) ?? []) usedMarks.add(char);
  const allMarks = Array.from({ length: PRIVATE_USE.to - PRIVATE_USE.from + 1 }, (_, i) =>
    String.fromCharCode(PRIVATE_USE.from + i),
  );
  return allMarks.filter((char) => !usedMarks.has(char));
}

/** Turns the marks of a text into what everybody sees. */
export function showMasks(text: string, marks: ReadonlyMap<string, number>): string {
  return text.replace(/[\ue000-\uf8ff]/g, (char) => (marks.has(char) ? MASK : char));
}

/**
 * A value that was masked with marks as everybody may see it, and whose value each mask in it hides, in the order in
 * which its texts stand in it as JSON.
 */
export function splitMarks<T>(
  value: T,
  marks: ReadonlyMap<string, number>,
): { readonly value: T; readonly runs: MaskRun[] } {
  const runs: [number, number][] = [];
  const note = (hit: number, chars: number) => {
    const last = runs.at(-1);
    if (last !== undefined && last[0] === hit) last[1] += chars;
    else runs.push([hit, chars]);
  };
  const plain = mapStrings(
    value,
    (text) => showMasks(text, marks),
    (text) => {
      for (const [run, char = ""] of text.matchAll(MASKED)) {
        const hit = marks.get(char);
        if (hit !== undefined || char === MASK) note(hit ?? -1, run.length);
      }
    },
  );
  return { value: plain, runs };
}

/** The opposite of `splitMarks`. @param markOf the mark of a hit; `undefined` leaves its masks as they are */
export function restoreMarks<T>(
  value: T,
  runs: readonly MaskRun[],
  markOf: (hit: number) => string | undefined,
): T {
  let [at, masksLeft] = [0, runs[0]?.[1] ?? 0];
  return mapStrings(value, (text) =>
    text.replaceAll(MASK, () => {
      while (masksLeft === 0 && at + 1 < runs.length) masksLeft = runs[++at]?.[1] ?? 0;
      masksLeft -= 1;
      return markOf(runs[at]?.[0] ?? -1) ?? MASK;
    }),
  );
}

/** Changes every text of a JSON value, names of fields too. Of two fields that get one name the first stays. */
function mapStrings<T>(
  value: T,
  change: (text: string) => string,
  visit: (text: string) => void = () => undefined,
): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") {
      visit(part);
      return change(part);
    }
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    const fields = new Map<string, unknown>();
    for (const [key, field] of Object.entries(part)) {
      const name = change(key);
      if (fields.has(name)) continue;
      visit(key);
      fields.set(name, walk(field));
    }
    return Object.fromEntries(fields);
  };
  return walk(value) as T;
}
