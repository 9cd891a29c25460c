import type { PlacedText } from "@/lib/incident/texts";
import { mapTexts, textsOf } from "@/lib/incident/texts";
import type { Snapshot } from "@/lib/incident/snapshot";
import type { Hit, SearchProgress } from "./find-hits";
import { findHits } from "./find-hits";
import type { RedactionRules } from "./custom";
import { Pieces } from "./pieces";

/** Replaces one masked character. The length of a text does not change. */
export const MASK = "█";

/**
 * Masks all found values except the hits in `reveal`. A value is masked wherever it stands, even where only a piece of
 * it stands.
 * @returns the snapshot and every hit, for the preview
 */
export async function maskSnapshot(
  snapshot: Snapshot,
  masking: Masking,
): Promise<{ snapshot: Snapshot; hits: Hit[] }> {
  const { masked, hits } = await maskTexts(textsOf(snapshot), masking);
  let next = 0;
  const changed = mapTexts(snapshot, (text) => masked[next++] ?? text);
  return { snapshot: { ...changed, content: "masked" }, hits };
}

const TEXTS_AT_ONCE = 200;

export interface Masking {
  readonly rules: RedactionRules;
  readonly reveal: ReadonlySet<string>;
  /**
   * Texts that are searched too but not returned. Their values are masked in the other texts, where a value may be cut
   * off or split.
   */
  readonly beside?: readonly PlacedText[];
  readonly onProgress?: SearchProgress | undefined;
}

/**
 * Masks the found values in texts.
 * @returns the texts in their order, and every hit in one of them
 */
export async function maskTexts(
  texts: readonly PlacedText[],
  { rules, reveal, beside = [], onProgress }: Masking,
): Promise<{ masked: string[]; hits: Hit[] }> {
  const hidden = texts.map((): [number, number][] => []);
  const found = await findHits([...texts, ...beside], rules, onProgress);
  const places = new Map(found.map((hit) => [hit, new Set<string>()]));
  for (const hit of found)
    for (const { text, start, end } of hit.spans) {
      if (!reveal.has(hit.id)) hidden[text]?.push([start, end]);
      const place = texts[text]?.place;
      if (place !== undefined) places.get(hit)?.add(place);
    }
  const pieces = new Pieces(found.map((hit) => ({ hit, isHidden: !reveal.has(hit.id) })));
  for (const [i, { text, place }] of texts.entries()) {
    if (i % TEXTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const { start, end, owner } of pieces.in(text)) {
      if (owner.isHidden) hidden[i]?.push([start, end]);
      places.get(owner.hit)?.add(place);
    }
  }
  return {
    masked: texts.map(({ text }, i) => hiddenAt(text, hidden[i] ?? [])),
    hits: found.flatMap((hit) => {
      const own = places.get(hit);
      return own === undefined || own.size === 0 ? [] : [{ ...hit, places: [...own] }];
    }),
  };
}

function hiddenAt(original: string, spans: [number, number][]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    pieces.push(original.slice(at, from), MASK.repeat(end - from));
    at = end;
  }
  return pieces.join("") + original.slice(at);
}
