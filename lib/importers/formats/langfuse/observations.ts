import { addToGroup } from "@/lib/core/group-by";
import type { EpochMs } from "@/lib/core/units";
import type { Loose } from "../../shared/values";
import { idOf, recordOf, stringOf } from "../../shared/values";
import type { LangfuseObservation } from "./records";
import { readGenerationUsage } from "./usage";

export interface Observation {
  readonly id: string;
  readonly at: EpochMs;
  readonly endedAt: EpochMs;
  readonly raw: LangfuseObservation;
  /** What it shows, or what an observation around it alone shows. */
  readonly input: unknown;
  readonly output: unknown;
}

export interface ModelCalls {
  readonly calls: readonly Observation[];
  readonly events: number;
}

/**
 * Wrappers are of type GENERATION too and repeat the input of their innermost call. Only a generation without
 * another one below it called a model. Where a trace shows inputs or usage, a generation without both is an
 * event of its framework, such as the end of an answer.
 */
export function findGenerations(observations: readonly LangfuseObservation[]): ModelCalls {
  const findGenerations = observations.filter(({ type }) => type === "GENERATION");
  const wraps = readWrappers(observations, findGenerations);
  const innermost = findGenerations.filter(({ id }) => !wraps.has(idOf(id) ?? ""));
  const around = findSoleWrappers(findGenerations, wraps);
  const whole = innermost.map((raw) => addWrappers(raw, around.get(idOf(raw.id) ?? "") ?? []));
  const speaking = whole.filter((shown) => !isEmpty(shown));
  const calls = speaking.length > 0 ? speaking : whole;
  return { calls: sortInOrder(calls), events: whole.length - calls.length };
}

function readWrappers(
  observations: readonly LangfuseObservation[],
  generations: readonly LangfuseObservation[],
): Map<string, string[]> {
  const parents = new Map(
    observations.map(({ id, parentObservationId }) => [idOf(id), idOf(parentObservationId)]),
  );
  const isGeneration = new Set(generations.map(({ id }) => idOf(id)));
  const below = new Map<string, string[]>();
  for (const { id } of generations) {
    const own = idOf(id) ?? "";
    const passed = new Set([own]);
    for (
      let above = parents.get(own);
      above !== undefined && !passed.has(above);
      above = parents.get(above)
    ) {
      passed.add(above);
      if (isGeneration.has(above)) addToGroup(below, above, own);
    }
  }
  return below;
}

function findSoleWrappers(
  generations: readonly LangfuseObservation[],
  wraps: ReadonlyMap<string, readonly string[]>,
): Map<string, LangfuseObservation[]> {
  const around = new Map<string, LangfuseObservation[]>();
  for (const raw of generations) {
    const [only, ...others] = (wraps.get(idOf(raw.id) ?? "") ?? []).filter((id) => !wraps.has(id));
    if (only === undefined || others.length > 0) continue;
    addToGroup(around, only, raw);
  }
  return around;
}

type ShownObservation = Pick<Observation, "raw" | "input" | "output">;

function addWrappers(raw: LangfuseObservation, around: readonly LangfuseObservation[]): ShownObservation {
  const shown = (key: "input" | "output") => [raw, ...around].map((one) => one[key]).find(isSaid);
  return { raw, input: shown("input") ?? null, output: shown("output") ?? null };
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== "None" && value !== "null";
}

function isEmpty({ raw, input, output }: ShownObservation): boolean {
  const { level, statusMessage } = raw;
  const isShown = isSaid(input) || isSaid(output) || isSaid(statusMessage) || level === "ERROR";
  return !isShown && readGenerationUsage(raw) === undefined;
}

export function listToolRuns(observations: readonly LangfuseObservation[]): Observation[] {
  const tools = observations.filter(({ type }) => type === "TOOL");
  return sortInOrder(tools.map((raw) => ({ raw, input: raw.input, output: raw.output })));
}

function sortInOrder(observations: readonly ShownObservation[]): Observation[] {
  return observations
    .map((shown): Observation => {
      const { id, startTime, endTime } = shown.raw;
      const at = startTime ?? 0;
      return { id: idOf(id) ?? "", at, endedAt: endTime ?? at, ...shown };
    })
    .sort((a, b) => a.at - b.at || a.endedAt - b.endedAt);
}

export function readAttributes(raw: LangfuseObservation): Loose {
  return recordOf(recordOf(readValue(raw.metadata)).attributes);
}

export function readValue(stored: unknown): unknown {
  const text = stringOf(stored);
  if (text === undefined || !/^\s*["[{]/.test(text)) return stored;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
