import { createHash } from "node:crypto";
import type { PlacedText } from "@/lib/core/incident/texts";
import { customDetector } from "./custom";
import type { RedactionRules } from "./custom";
import { decoded } from "./decoded";
import type { Detector, Span } from "./detector";
import { KEY_DETECTORS } from "./keys";
import { PERSONAL_DETECTORS } from "./personal";
import { secretlintHits } from "./secretlint";

/** Every detector of the program's own. */
export const DETECTORS: readonly Detector[] = [...KEY_DETECTORS, ...PERSONAL_DETECTORS];

/** All rules of the library together, as a project may do without them. */
const LIBRARY = "secretlint";

/** Everything that a project can do without, by the id that says so. */
export const SWITCHES: readonly { readonly id: string; readonly label: string }[] = [
  ...DETECTORS.map(({ id, label }) => ({ id, label })),
  { id: LIBRARY, label: "secrets that secretlint knows" },
];

/** A value that should not leave, with every place that it was found in. */
export interface Hit {
  /** Names the value without telling it: the same value has the same id in a later look. */
  readonly id: string;
  readonly detector: string;
  readonly label: string;
  readonly value: string;
  readonly places: readonly string[];
  /** Stretches of texts, by their numbers; several in a row where the value is split between blocks. */
  readonly spans: readonly (Span & { readonly text: number })[];
}

interface Found extends Span {
  readonly detector: string;
  readonly label: string;
}

const ID_CHARS = 16;
/** Between two texts that are looked at together and are not one: no detector reads over it. */
const APART = "\n\u0000\n";

/**
 * Looks for secrets and personal data in texts: in each by itself, and across the seams of neighbouring blocks, where a
 * value may be split.
 */
export async function findHits(texts: readonly PlacedText[], rules: RedactionRules): Promise<Hit[]> {
  const all = texts.map((_, i) => i);
  const blocks = all.filter((i) => /^block \d+$/.test(texts[i]?.place ?? ""));
  const found = [
    ...(await findIn(texts, all, APART, rules)),
    ...(await findIn(texts, blocks, "", rules)).filter(({ spans }) => spans.length > 1),
  ];
  const byId = new Map<string, Hit>();
  for (const hit of found) {
    const before = byId.get(hit.id);
    if (before === undefined) byId.set(hit.id, hit);
    else
      byId.set(hit.id, {
        ...before,
        places: [...new Set([...before.places, ...hit.places])],
        spans: [...before.spans, ...hit.spans],
      });
  }
  return [...byId.values()];
}

async function findIn(
  texts: readonly PlacedText[],
  chosen: readonly number[],
  between: string,
  rules: RedactionRules,
): Promise<Hit[]> {
  const starts: number[] = [];
  let joined = "";
  for (const i of chosen) {
    starts.push(joined.length);
    joined += (texts[i]?.text ?? "") + between;
  }
  const off = new Set(rules.off);
  const found = (await scan(joined, rules)).filter(
    ({ detector }) => !off.has(detector) && !(off.has(LIBRARY) && detector.startsWith(`${LIBRARY}-`)),
  );
  return found.flatMap((one): Hit[] => {
    const spans = spansOf(one, starts, chosen, texts);
    const value = joined.slice(one.start, one.end);
    if (spans.length === 0) return [];
    return [
      {
        id: createHash("sha256").update(value).digest("hex").slice(0, ID_CHARS),
        detector: one.detector,
        label: one.label,
        value,
        places: [...new Set(spans.map(({ text }) => texts[text]?.place ?? ""))],
        spans,
      },
    ];
  });
}

async function scan(text: string, { rules }: RedactionRules): Promise<Found[]> {
  const detectors = [...DETECTORS, ...rules.map(customDetector)];
  const plain = decoded(text);
  const own = detectors.flatMap((detector) => {
    const { id, label } = detector;
    const direct = [...detector.find(text)];
    const hidden = plain === null ? [] : [...detector.find(plain.text)].map(plain.original);
    return [...direct, ...hidden].map((span) => ({ ...span, detector: id, label }));
  });
  const library = (await secretlintHits(text)).map(({ start, end, rule }) => ({
    start,
    end,
    detector: `${LIBRARY}-${rule}`,
    label: `secret (${rule})`,
  }));
  return [...own, ...library].filter(({ start, end }) => end > start);
}

/** A stretch of the joined text as stretches of the texts that it runs through. */
function spansOf(
  { start, end }: Span,
  starts: readonly number[],
  chosen: readonly number[],
  texts: readonly PlacedText[],
): Hit["spans"] {
  const spans: (Span & { text: number })[] = [];
  for (let k = lastAtOrBefore(starts, start); k < starts.length && (starts[k] ?? Infinity) < end; k++) {
    const [from, text] = [starts[k] ?? 0, chosen[k] ?? 0];
    const length = texts[text]?.text.length ?? 0;
    const span = { text, start: Math.max(0, start - from), end: Math.min(length, end - from) };
    if (span.end > span.start) spans.push(span);
  }
  return spans;
}

function lastAtOrBefore(starts: readonly number[], value: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
