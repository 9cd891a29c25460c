import { listFreeMarks, MASK } from "@/lib/core/marks";
import type { PlacedText } from "@/lib/incident/texts";
import { mapTexts, listIncidentTexts } from "@/lib/incident/texts";
import type { Snapshot } from "@/lib/incident/snapshot";
import type { Span } from "./detector";
import type { Hit, SearchProgress } from "./find-hits";
import { findHits } from "./find-hits";
import type { RedactionRules } from "./custom";
import { Pieces } from "./pieces";

/**
 * Masks all found values except the hits in `reveal`. A value is masked wherever it stands, even where only a piece of
 * it stands.
 * @returns the snapshot, masked with marks, and every hit, for the preview
 */
export async function maskSnapshot(
  snapshot: Snapshot,
  masking: Omit<Masking, "marks">,
): Promise<{ snapshot: Snapshot; hits: ShownHit[]; marks: ReadonlyMap<string, number> }> {
  const texts = listIncidentTexts(snapshot);
  const marks = listFreeMarks(texts.map(({ text }) => text));
  const { masked, hits } = await maskTexts(texts, { ...masking, marks });
  let next = 0;
  const changed = mapTexts(snapshot, (text) => masked[next++] ?? text);
  return { snapshot: { ...changed, content: "masked" }, hits, marks: indexMarks(marks, hits) };
}

/** For each mark that may stand in a masked text, the index of its hit. */
export function indexMarks(
  marks: readonly string[],
  { length }: readonly Hit[],
): ReadonlyMap<string, number> {
  return new Map(marks.slice(0, length).map((mark, i) => [mark, i]));
}

/** A hit, and the text before and after it where it stands first. */
export interface ShownHit extends Hit {
  readonly before: string;
  readonly after: string;
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
  /** What a character of each hit is masked with, by its index. `MASK` where there is none. */
  readonly marks?: readonly string[];
  readonly onProgress?: SearchProgress | undefined;
}

/**
 * Masks the found values in texts.
 * @returns the texts in their order, and every hit in one of them
 */
export async function maskTexts(
  texts: readonly PlacedText[],
  { rules, reveal, beside = [], marks = [], onProgress }: Masking,
): Promise<{ masked: string[]; hits: ShownHit[] }> {
  const hidden = texts.map((): HiddenSpan[] => []);
  const found = await findHits([...texts, ...beside], rules, onProgress);
  const shown = new Map<Hit, Omit<ShownHit, "places"> & { readonly places: Set<string> }>();
  const show = (hit: Hit, at: Span, text: number) => {
    const placed = texts[text];
    if (placed === undefined) return;
    const known = shown.get(hit) ?? { ...hit, ...cutAround(placed.text, at), places: new Set() };
    shown.set(hit, known);
    known.places.add(placed.place);
    if (!reveal.has(hit.id)) hidden[text]?.push({ ...at, hit });
  };
  for (const hit of found) for (const span of hit.spans) show(hit, span, span.text);
  const pieces = new Pieces(found.map((hit) => ({ hit, isHidden: !reveal.has(hit.id) })));
  for (const [i, { text }] of texts.entries()) {
    if (i % TEXTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const { owner, ...span } of pieces.in(text)) show(owner.hit, span, i);
  }
  const mark = new Map([...shown.keys()].map((hit, i) => [hit, marks[i] ?? MASK]));
  return {
    masked: texts.map(({ text }, i) => hideAt(text, hidden[i] ?? [], (hit) => mark.get(hit) ?? MASK)),
    hits: [...shown.values()].map((hit) => ({ ...hit, places: [...hit.places] })),
  };
}

interface HiddenSpan extends Span {
  readonly hit: Hit;
}

const AROUND_CHARS = 80;

const SENTENCE_END = /(?<=[.!?])\s|\n/;

/** The rest of the sentence, or of the line. */
function cutAround(text: string, { start, end }: Span): Pick<ShownHit, "before" | "after"> {
  const before = text.slice(Math.max(0, start - AROUND_CHARS), start);
  const after = text.slice(end, end + AROUND_CHARS);
  return { before: before.split(SENTENCE_END).at(-1) ?? "", after: after.split(SENTENCE_END)[0] ?? "" };
}

function hideAt(original: string, spans: HiddenSpan[], markOf: (hit: Hit) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, hit } of spans.sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    pieces.push(original.slice(at, from), markOf(hit).repeat(end - from));
    at = end;
  }
  return pieces.join("") + original.slice(at);
}
