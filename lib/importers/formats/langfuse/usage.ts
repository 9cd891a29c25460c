import type { TraceEventOf } from "@/lib/core/trace/event";
import { tokensIn } from "../../shared/bounds";
import { cacheNotes, cacheReadingOf, cachedInputApart, unsaidUsage } from "../../shared/cached-input";
import type { Loose } from "../../shared/values";
import { definedFields, recordOf, stringOf } from "../../shared/values";
import { nameClient } from "@/lib/core/models/find-model";
import { costIn, writesIn } from "../../shared/billed";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/**
 * Integrations differ in whether `input` and `output` include their details (cached, audio, reasoning). If
 * all figures together make the total, they do not. Totals of 0 mean "not reported".
 */
export function generationUsage(generation: Loose): Usage | undefined {
  return readUsage(generation)?.usage;
}

function readUsage(generation: Loose): { readonly usage: Usage; readonly isSaid: boolean } | undefined {
  const details = figuresIn(generation.usageDetails);
  const figures = details.size > 0 ? details : figuresIn(generation.usage);
  const total = figures.get("total") ?? figures.get("totalTokens");
  const parts = [...figures].filter(([key]) => !key.startsWith("total"));
  const plain = (figures.get("input") ?? 0) + (figures.get("output") ?? 0);
  const isApart = total !== undefined && total !== plain && sum(parts) === total;
  const stated = (key: string, older: string, flat: string) =>
    figures.get(key) ?? figures.get(older) ?? tokensIn(generation[older]) ?? tokensIn(generation[flat]);
  const input = isApart
    ? sum(parts.filter(([key]) => isInput(key)))
    : stated("input", "promptTokens", "inputUsage");
  const output = isApart
    ? sum(parts.filter(([key]) => !isInput(key)))
    : stated("output", "completionTokens", "outputUsage");
  if (!input && !output) return undefined;
  const usage = definedFields({
    input: input || undefined,
    output: output || undefined,
    cacheRead: find(parts, /cache.{0,80}read|cached/),
    ...writesIn(Object.fromEntries(parts), find(parts, /cache.{0,80}(creat|writ)/)),
    reasoning: find(parts, /reasoning/),
    statedCost: costIn(
      generation.costDetails,
      generation.calculatedTotalCost,
      generation.totalCost,
      recordOf(generation.usage).totalCost,
    ),
  });
  return { usage, isSaid: isApart };
}

export class SessionUsage {
  readonly notes: readonly string[];
  private readonly leavingOut: ReadonlySet<string>;

  constructor(generations: readonly Loose[]) {
    const leavingOut = generations.filter((raw) => cacheReadingOf(markedUsage(raw)) === "apart");
    this.leavingOut = new Set(leavingOut.map(clientOf));
    this.notes = cacheNotes(generations.map((raw) => ({ model: stringOf(raw.model), usage: this.of(raw) })));
  }

  of(generation: Loose): Usage | undefined {
    const usage = markedUsage(generation);
    const isOther = usage !== undefined && cacheReadingOf(usage) === "either";
    return isOther && this.leavingOut.has(clientOf(generation)) ? cachedInputApart(usage) : usage;
  }
}

function clientOf({ model }: Loose): string {
  return nameClient(stringOf(model));
}

function markedUsage(generation: Loose): Usage | undefined {
  const read = readUsage(generation);
  return read === undefined || read.isSaid ? read?.usage : unsaidUsage(read.usage);
}

type Figures = readonly (readonly [string, number])[];

function figuresIn(value: unknown): Map<string, number> {
  const known = Object.entries(recordOf(value)).flatMap(([key, figure]) => {
    const tokens = tokensIn(figure);
    return tokens === undefined ? [] : [[key, tokens] as const];
  });
  return new Map(known);
}

function isInput(key: string): boolean {
  return key.startsWith("input") || key.startsWith("cache") || key.startsWith("prompt");
}

function sum(figures: Figures): number {
  return figures.reduce((total, [, figure]) => total + figure, 0);
}

function find(figures: Figures, pattern: RegExp): number | undefined {
  return figures.find(([key]) => pattern.test(key))?.[1];
}
