import type { TraceEventOf } from "@/lib/core/trace/event";
import { findTokens } from "../../shared/bounds";
import {
  describeCacheReadings,
  findCacheReading,
  splitCachedInput,
  dropUnsaidUsage,
} from "../../shared/cached-input";
import { keepDefined, recordOf } from "../../shared/values";
import type { LangfuseObservation } from "./records";
import { nameClient } from "@/lib/core/models/find-model";
import { findCost, readWrites } from "../../shared/billed";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/**
 * Integrations differ in whether `input` and `output` include their details (cached, audio, reasoning). If
 * all figures together make the total, they do not. Totals of 0 mean "not reported".
 */
export function readGenerationUsage(generation: LangfuseObservation): Usage | undefined {
  return readUsage(generation)?.usage;
}

function readUsage(
  generation: LangfuseObservation,
): { readonly usage: Usage; readonly isSaid: boolean } | undefined {
  const details = readFigures(generation.usageDetails);
  const figures = details.size > 0 ? details : readFigures(generation.usage);
  const total = figures.get("total") ?? figures.get("totalTokens");
  const parts = [...figures].filter(([key]) => !key.startsWith("total"));
  const plain = (figures.get("input") ?? 0) + (figures.get("output") ?? 0);
  const isApart = total !== undefined && total !== plain && sum(parts) === total;
  const { promptTokens, inputUsage, completionTokens, outputUsage } = generation;
  const input = isApart
    ? sum(parts.filter(([key]) => isInput(key)))
    : (figures.get("input") ?? figures.get("promptTokens") ?? promptTokens ?? inputUsage);
  const output = isApart
    ? sum(parts.filter(([key]) => !isInput(key)))
    : (figures.get("output") ?? figures.get("completionTokens") ?? completionTokens ?? outputUsage);
  if (!input && !output) return undefined;
  const usage = keepDefined({
    input: input || undefined,
    output: output || undefined,
    cacheRead: find(parts, /cache.{0,80}read|cached/),
    ...readWrites(Object.fromEntries(parts), find(parts, /cache.{0,80}(creat|writ)/)),
    reasoning: find(parts, /reasoning/),
    statedCost: findCost(
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

  constructor(generations: readonly LangfuseObservation[]) {
    const leavingOut = generations.filter((raw) => findCacheReading(readMarkedUsage(raw)) === "apart");
    this.leavingOut = new Set(leavingOut.map(readClient));
    this.notes = describeCacheReadings(generations.map((raw) => ({ model: raw.model, usage: this.of(raw) })));
  }

  of(generation: LangfuseObservation): Usage | undefined {
    const usage = readMarkedUsage(generation);
    const isOther = usage !== undefined && findCacheReading(usage) === "either";
    return isOther && this.leavingOut.has(readClient(generation)) ? splitCachedInput(usage) : usage;
  }
}

function readClient({ model }: LangfuseObservation): string {
  return nameClient(model);
}

function readMarkedUsage(generation: LangfuseObservation): Usage | undefined {
  const read = readUsage(generation);
  return read === undefined || read.isSaid ? read?.usage : dropUnsaidUsage(read.usage);
}

type Figures = readonly (readonly [string, number])[];

function readFigures(value: unknown): Map<string, number> {
  const known = Object.entries(recordOf(value)).flatMap(([key, figure]) => {
    const tokens = findTokens(figure);
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
