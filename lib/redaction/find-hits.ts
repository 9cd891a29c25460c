import { createHash } from "node:crypto";
import type { PlacedText } from "@/lib/incident/texts";
import { makeFilter, makeScanner } from "./classes";
import type { RedactionRules } from "./custom";
import type { Found, Span } from "./detector";
import type { ReadFound } from "./scan-text";
import { scanText } from "./scan-text";
import { LIBRARY, findSecretlintHits } from "./secretlint";
import { isRandom } from "./secret-value";

export interface Hit {
  /** Identifies the value without revealing it. The same value always gets the same id. */
  readonly id: string;
  readonly detector: string;
  readonly label: string;
  readonly value: string;
  /** The decoded value; equal to `value` when it was not encoded or split. */
  readonly meant: string;
  readonly places: readonly string[];
  /**
   * The spans of the value. `text` is the index of the text. A value that is split between blocks has several spans in
   * a row.
   */
  readonly spans: readonly (Span & { readonly text: number })[];
}

const ID_CHARS = 16;
/** Separates joined texts. No detector matches across it. */
const APART = "\n\u0000\n";
const BATCH_CHARS = 128 * 1024;
/** Shorter rests reveal nothing. */
const REST_CHARS_MIN = 6;
const OVERLAP_CHARS = 20 * 1024;

/**
 * Called between two batches with the searched and the total number of characters. It may throw to end the
 * search.
 */
export type SearchProgress = (done: number, of: number) => Promise<void>;

const yieldToOthers: SearchProgress = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Searches texts for secrets and personal data: each text alone, and across neighbouring blocks, because a value may be
 * split between them. The time is linear in the texts. Other work of the process runs between the batches.
 */
export async function findHits(
  texts: readonly PlacedText[],
  rules: RedactionRules,
  onProgress: SearchProgress = yieldToOthers,
): Promise<Hit[]> {
  const all = texts.map((_, i) => i);
  const blocks = all.filter((i) => /^block \d+$/.test(texts[i]?.place ?? ""));
  const look = makeLooker(rules);
  const found = new Map<string, SameHits>();
  const of = [...all, ...blocks].reduce((sum, i) => sum + (texts[i]?.text.length ?? 0), 0);
  let done = 0;
  for (const [chosen, between] of [
    [all, APART],
    [blocks, ""],
  ] as const)
    for (const batch of listBatches(texts, chosen, between)) {
      await onProgress(Math.min(done, of), of);
      for (const hit of chosen === all ? await look.within(batch, texts) : look.across(batch, texts))
        add(found, hit);
      done += Math.min(batch.joined.length, BATCH_CHARS);
    }
  return [...found.values()].map(({ first, places, spans }) => ({ ...first, places: [...places], spans }));
}

interface SameHits {
  readonly first: Hit;
  readonly places: Set<string>;
  readonly spans: Hit["spans"][number][];
}

/** Adding a hit does not get slower when its value has many. */
function add(found: Map<string, SameHits>, hit: Hit): void {
  const known = found.get(hit.id) ?? { first: hit, places: new Set(), spans: [] };
  found.set(hit.id, known);
  for (const place of hit.places) known.places.add(place);
  known.spans.push(...hit.spans);
}

interface Batch {
  readonly joined: string;
  readonly starts: readonly number[];
  readonly chosen: readonly number[];
}

function* listBatches(
  texts: readonly PlacedText[],
  chosen: readonly number[],
  between: string,
): Iterable<Batch> {
  let [joined, starts, of]: [string, number[], number[]] = ["", [], []];
  for (const i of chosen) {
    const text = texts[i]?.text ?? "";
    starts.push(joined.length);
    of.push(i);
    joined += text + between;
    while (joined.length >= BATCH_CHARS) {
      const piece = joined.slice(0, BATCH_CHARS + OVERLAP_CHARS);
      yield { joined: piece, starts, chosen: of };
      const rest = joined.length > piece.length ? BATCH_CHARS : Math.max(0, joined.length - OVERLAP_CHARS);
      joined = joined.slice(rest);
      const first = findLastAtOrBefore(starts, rest);
      [starts, of] = [starts.slice(first).map((start) => start - rest), of.slice(first)];
      if (joined.length <= OVERLAP_CHARS) break;
    }
  }
  if (joined !== "") yield { joined, starts, chosen: of };
}

interface Looker {
  /** In each text alone. */
  readonly within: (batch: Batch, texts: readonly PlacedText[]) => Promise<Hit[]>;
  /** Keys that neighbouring texts hold together. */
  readonly across: (batch: Batch, texts: readonly PlacedText[]) => Hit[];
}

function makeLooker(rules: RedactionRules): Looker {
  const scan = makeScanner(rules);
  const isWanted = makeFilter(rules);
  const valued = ({ joined }: Batch, found: Found) => ({
    ...found,
    value: joined.slice(found.start, found.end),
  });
  return {
    within: async (batch, texts) => {
      const found = scanText(batch.joined, scan);
      const others = isWanted(LIBRARY) ? await findSecretlintHits(batch.joined) : [];
      const wanted = others.filter(({ detector }) => !rules.off.includes(detector));
      return [...found, ...wanted.map((one) => valued(batch, one))].flatMap((one) =>
        makeHits(one, batch, texts),
      );
    },
    across: (batch, texts) =>
      [...scan(batch.joined, "issued")]
        .flatMap((one) => makeHits(valued(batch, one), batch, texts))
        .filter(({ spans }) => spans.length > 1 && spans.slice(1).every((span) => isContinued(span, texts))),
  };
}

/** Whether the beginning of a text can be the rest of a key, and is not the word that happens to stand there. */
function isContinued({ text, start, end }: Hit["spans"][number], texts: readonly PlacedText[]): boolean {
  return isRandom(texts[text]?.text.slice(start, end) ?? "", REST_CHARS_MIN);
}

function makeHits(one: ReadFound, { joined, starts, chosen }: Batch, texts: readonly PlacedText[]): Hit[] {
  const spans = listSpans(one, starts, chosen, texts);
  const value = joined.slice(one.start, one.end);
  if (spans.length === 0) return [];
  return [
    {
      id: createHash("sha256").update(value).digest("hex").slice(0, ID_CHARS),
      detector: one.detector,
      label: one.label,
      value,
      meant: one.value,
      places: [...new Set(spans.map(({ text }) => texts[text]?.place ?? ""))],
      spans,
    },
  ];
}

function listSpans(
  { start, end }: Span,
  starts: readonly number[],
  chosen: readonly number[],
  texts: readonly PlacedText[],
): Hit["spans"] {
  const spans: (Span & { text: number })[] = [];
  for (let k = findLastAtOrBefore(starts, start); k < starts.length && (starts[k] ?? Infinity) < end; k++) {
    const [from, text] = [starts[k] ?? 0, chosen[k] ?? 0];
    const length = texts[text]?.text.length ?? 0;
    const span = { text, start: Math.max(0, start - from), end: Math.min(length, end - from) };
    if (span.end > span.start) spans.push(span);
  }
  return spans;
}

function findLastAtOrBefore(starts: readonly number[], value: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
