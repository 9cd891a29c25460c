import type { PlacedText } from "@/lib/core/incident/texts";
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
  const { masked, hits } = await maskTexts(textsOf(snapshot), rules, reveal);
  let next = 0;
  const changed = mapTexts(snapshot, (text) => masked[next++] ?? text);
  return { snapshot: { ...changed, content: "masked" }, hits };
}

/**
 * Texts with what was found in them masked.
 * @param beside texts that are looked through as well and are not wanted back: what they tell of a value is masked in the
 *   others, where it may be cut off or split
 * @returns the texts, in their order, and every hit that stands in one of them
 */
export async function maskTexts(
  texts: readonly PlacedText[],
  rules: RedactionRules,
  reveal: ReadonlySet<string>,
  beside: readonly PlacedText[] = [],
): Promise<{ masked: string[]; hits: Hit[] }> {
  const all = [...texts, ...beside];
  const masks = texts.map(({ text }) => new Mask(text));
  const hits: Hit[] = [];
  for (const hit of await findHits(all, rules)) {
    const isHidden = !reveal.has(hit.id);
    const places = new Set(
      hit.spans.flatMap(({ text, start, end }) => {
        if (isHidden) masks[text]?.hide(start, end);
        return texts[text]?.place ?? [];
      }),
    );
    for (const value of new Set(valuesOf(all)(hit)))
      masks.forEach((mask, i) => {
        if (mask.hideValue(value, isHidden)) places.add(texts[i]?.place ?? "");
      });
    if (places.size > 0) hits.push({ ...hit, places: [...places] });
  }
  return { masked: masks.map((mask) => mask.text()), hits };
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

  /** Hides a value wherever it stands, as far as it stands there. @returns whether it stands anywhere */
  hideValue(value: string, isHidden: boolean): boolean {
    const beginning = value.slice(0, TELLING_CHARS);
    let isThere = false;
    for (let at = this.original.indexOf(beginning); at >= 0; at = this.original.indexOf(beginning, at + 1)) {
      let length = beginning.length;
      while (length < value.length && this.original[at + length] === value[length]) length++;
      if (isHidden) this.hide(at, at + length);
      isThere = true;
    }
    return isThere;
  }

  text(): string {
    if (this.hidden.length === 0) return this.original;
    const units = this.original.split("");
    for (const [start, end] of this.hidden) units.fill(MASK, start, end);
    return units.join("");
  }
}
