import { TOKENS_MAX } from "@/lib/core/trace/limits";
import { cacheReadingOf, readApart, unsaidUsage } from "../../shared/cached-input";
import type { CallUsage } from "./facts";

/** Figures as some client writes them. */
export interface OtelUsage {
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
export function inclusiveUsage(reported: OtelUsage): CallUsage | undefined {
  const usage = made(reported, reported.input);
  return usage === undefined ? undefined : unsaidUsage(usage);
}

/**
 * The calls of one client in one session, their totals read one way: where one of them cannot include its cached part,
 * none does. A cache that has only begun to fill makes a total look as if it could.
 */
export function readCallsOneWay<C extends { readonly usage?: CallUsage | undefined }>(
  calls: readonly C[],
  areApart = calls.some(({ usage }) => cacheReadingOf(usage) === "apart"),
): C[] {
  if (!areApart) return [...calls];
  return calls.map((call) =>
    call.usage !== undefined && cacheReadingOf(call.usage) === "either"
      ? { ...call, usage: readApart(call.usage) }
      : call,
  );
}

/** Usage whose reported input is only what no cache had. */
export function exclusiveUsage(reported: OtelUsage): CallUsage | undefined {
  const { input, cacheRead = 0, cacheWrite = 0 } = reported;
  return made(reported, input === undefined ? undefined : input + cacheRead + cacheWrite);
}

function made(reported: OtelUsage, input: number | undefined): CallUsage | undefined {
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
