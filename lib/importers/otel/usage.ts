import { TOKENS_MAX } from "@/lib/core/trace/limits";
import type { CallUsage } from "./facts";

/** Figures as some client writes them. */
export interface ReportedUsage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/**
 * Usage whose input includes what was read from and written to a cache, as the convention says. A total that is smaller
 * than its cached parts is one that left them out.
 * @returns undefined when nothing is known; zero stands for "not counted"
 */
export function inclusiveUsage(reported: ReportedUsage): CallUsage | undefined {
  const { input, cacheRead = 0, cacheWrite = 0 } = reported;
  const leavesOut = input !== undefined && input < cacheRead + cacheWrite;
  return made(reported, leavesOut ? input + cacheRead + cacheWrite : input);
}

/** Usage whose reported input is only what no cache had. */
export function exclusiveUsage(reported: ReportedUsage): CallUsage | undefined {
  const { input, cacheRead = 0, cacheWrite = 0 } = reported;
  return made(reported, input === undefined ? undefined : input + cacheRead + cacheWrite);
}

function made(reported: ReportedUsage, input: number | undefined): CallUsage | undefined {
  const output = believed(reported.output) || undefined;
  const total = believed(input) || undefined;
  if (total === undefined && output === undefined) return undefined;
  const { cacheRead, cacheWrite, reasoning } = reported;
  return {
    ...(total !== undefined && { input: total }),
    ...(believed(cacheRead) !== undefined && { cacheRead: cacheRead ?? 0 }),
    ...(believed(cacheWrite) !== undefined && { cacheWrite: cacheWrite ?? 0 }),
    ...(output !== undefined && { output }),
    ...(believed(reasoning) !== undefined && { reasoning: reasoning ?? 0 }),
  };
}

function believed(tokens: number | undefined): number | undefined {
  return tokens !== undefined && tokens <= TOKENS_MAX ? tokens : undefined;
}

/** Of two reports of one call's usage the one that says more. */
export function fullerUsage(a: CallUsage | undefined, b: CallUsage | undefined): CallUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const weight = (usage: CallUsage) => Object.values(usage).filter((value) => value !== null).length;
  const split = (usage: CallUsage) => (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  const difference = weight(b) - weight(a) || split(b) - split(a) || (b.input ?? 0) - (a.input ?? 0);
  return difference > 0 ? b : a;
}
