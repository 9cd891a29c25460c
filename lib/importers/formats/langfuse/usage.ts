import type { TraceEventOf } from "@/lib/core/trace/event";
import { tokensIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { given, recordOf } from "../../shared/values";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/**
 * The usage of a generation. Integrations differ in whether `input` and `output` include their details (cached, audio,
 * reasoning): where all figures together make the total, they do not. Totals of 0 stand for "not reported".
 */
export function usageOf(generation: Loose): Usage | undefined {
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
  return given({
    input: input || undefined,
    output: output || undefined,
    cacheRead: find(parts, /cache.*read|cached/),
    cacheWrite: find(parts, /cache.*(creat|writ)/),
    reasoning: find(parts, /reasoning/),
  });
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
