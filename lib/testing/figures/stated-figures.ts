import type { FigureId } from "@/lib/core/figures/names";
import { isRecord } from "@/lib/core/is-record";
import { FIGURE_IDS, findFigureNamed, FIGURES } from "@/lib/core/figures/names";
import { describeMoney } from "@/lib/view/format/cost";
import { formatCompact, count, formatDuration } from "@/lib/view/format/format";

/** A figure as one place states it: the number itself, or its words. */
export interface Stated {
  readonly place: string;
  readonly figure: FigureId;
  readonly value: number | string | null;
}

/** By the label of a figure, in any case. Other labels state none. */
export function statedUnder(place: string, label: string, value: number | string | null): Stated[] {
  const named = findFigureNamed(label);
  const figure = FIGURE_IDS.find((id) => FIGURES[id] === named);
  return figure === undefined ? [] : [{ place, figure, value }];
}

const SENTENCES: readonly (readonly [FigureId, RegExp])[] = [
  ["turns", /(?<!\bon )\b([\d,]+) turns?\b(?! (?:from|without|is))/g],
  ["evictions", /\b([\d,]+) evictions?\b/g],
  ["compactions", /\b([\d,]+) compactions?\b/g],
  ["dangling", /\b([\d,]+) without it\b/g],
  ["residual", /\b([\d,]+) in the model's own words only\b/g],
  ["fetchedAgain", /\b([\d,]+) blocks? (?:was|were) fetched again\b/g],
  ["neededLater", /\b([\d,]+) blocks? (?:was|were) needed later\b/g],
  ["blocks", /\bof ([\d,]+) blocks?\b/g],
  ["peakWindow", /\b(?:Peak|window of up to|fullest window had) [~≈]?([\d.,]+[kM]?) tokens/g],
  ["cameBack", /\b([\d,]+) blocks? came back\b/g],
  ["restorable", /\b([\d,]+) restorable\b/g],
  ["repeatedCalls", /\b([\d,]+) repeated\b/g],
  ["fetchedAgain", /\b([\d,]+) results? fetched again\b/g],
  ["serious", /\b([\d,]+) serious findings?\b/g],
  ["warnings", /\b([\d,]+) warnings?\b/g],
  ["decisionsAbsent", /\b([\d,]+) of [\d,]+ decisions? ran on\b/g],
  ["decisions", /\bof ([\d,]+) decisions? ran on\b/g],
  ["uses", /\b([\d,]+) uses? of evidence\b/g],
];

/** Every figure that a sentence about a whole session states in its words. */
export function statedIn(place: string, sentence: string): Stated[] {
  return SENTENCES.flatMap(([figure, words]) =>
    [...sentence.matchAll(words)].map(([, number = ""]) => ({ place, figure, value: number })),
  );
}

/** Every figure that a model gives under its label, however deep: a page draws what its model has. */
export function statedInModel(place: string, model: unknown): Stated[] {
  if (Array.isArray(model)) return model.flatMap((one) => statedInModel(place, one));
  if (!isRecord(model)) return [];
  const { label, value } = model;
  const own =
    typeof label === "string" && (typeof value === "string" || typeof value === "number")
      ? statedUnder(place, label, value)
      : [];
  return [...own, ...Object.values(model).flatMap((one) => statedInModel(place, one))];
}

/** Whether a statement says the figure's value, as a number or in the words that pages have for it. */
export function isRight({ figure, value: said }: Stated, value: number | null, currency: string): boolean {
  if (typeof said === "number" && value !== null)
    return figure === "cost" ? Math.abs(said - value) < 1e-6 * Math.max(1, value) : said === value;
  if (said === null || value === null) return said === value || said === "–" || said === "";
  return [count(value), formatCompact(value), formatDuration(value), describeMoney(value, currency)].includes(
    `${said}`,
  );
}
