import { mapTexts, textsOf } from "@/lib/core/incident/texts";
import type { Snapshot } from "@/lib/core/incident/snapshot";
import type { Hit } from "./find-hits";
import { findHits } from "./find-hits";
import type { RedactionRules } from "./custom";

/** Stands for one character of what was masked: lengths stay as they were. */
export const MASK = "█";

/** A beginning of a masked value that is long enough to give it away: sentences quote values cut short. */
const TELLING_CHARS = 8;
/** A piece of a value that was split between blocks. */
const PIECE_CHARS = 6;

/**
 * The snapshot with what was found masked, but for the hits in `reveal`. A value is masked wherever it stands, also where
 * only its beginning does.
 * @returns with it every hit, for the preview
 */
export async function maskSnapshot(
  snapshot: Snapshot,
  rules: RedactionRules,
  reveal: ReadonlySet<string>,
): Promise<{ snapshot: Snapshot; hits: Hit[] }> {
  const texts = textsOf(snapshot);
  const hits = await findHits(texts, rules);
  const masked = hits.filter(({ id }) => !reveal.has(id));
  const chars = texts.map(({ text }) => new Mask(text));
  for (const { spans } of masked) for (const { text, start, end } of spans) chars[text]?.hide(start, end);
  const values = new Set(masked.flatMap(valuesOf(texts)));
  for (const value of values) for (const mask of chars) mask.hideValue(value);
  let next = 0;
  const changed = mapTexts(snapshot, (text) => chars[next++]?.text() ?? text);
  return { snapshot: { ...changed, content: "masked" }, hits };
}

/** The value itself, and its pieces where it is split. */
function valuesOf(texts: readonly { readonly text: string }[]) {
  return ({ value, spans }: Hit): string[] => {
    const pieces = spans.map(({ text, start, end }) => texts[text]?.text.slice(start, end) ?? "");
    return [value, ...pieces].filter((piece) => piece.length >= PIECE_CHARS);
  };
}

class Mask {
  private readonly hidden: [number, number][] = [];

  constructor(private readonly original: string) {}

  hide(start: number, end: number): void {
    this.hidden.push([start, end]);
  }

  /** Hides a value wherever it stands, as far as it stands there. */
  hideValue(value: string): void {
    const beginning = value.slice(0, TELLING_CHARS);
    for (let at = this.original.indexOf(beginning); at >= 0; at = this.original.indexOf(beginning, at + 1)) {
      let length = beginning.length;
      while (length < value.length && this.original[at + length] === value[length]) length++;
      this.hide(at, at + length);
    }
  }

  text(): string {
    if (this.hidden.length === 0) return this.original;
    const units = this.original.split("");
    for (const [start, end] of this.hidden) units.fill(MASK, start, end);
    return units.join("");
  }
}
