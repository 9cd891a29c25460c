import { TOKENS_MAX } from "@/lib/core/trace/limits";
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
  const { input, cacheRead = 0, cacheWrite = 0 } = reported;
  const leavesOut = input !== undefined && input < cacheRead + cacheWrite;
  const usage = made(reported, leavesOut ? input + cacheRead + cacheWrite : input);
  if (usage !== undefined && cacheRead + cacheWrite > 0) readings.set(usage, leavesOut ? "apart" : "either");
  return usage;
}

/** How a total was read that does not say itself whether it includes its cached part: `apart` where it cannot. */
const readings = new WeakMap<CallUsage, "apart" | "either">();

/**
 * The calls of one client in one session, their totals read one way: where one of them cannot include its cached part,
 * none does. A cache that has only begun to fill makes a total look as if it could.
 */
export function readOneWay<C extends { readonly usage?: CallUsage | undefined }>(
  calls: readonly C[],
  areApart = calls.some(({ usage }) => isReadAs(usage, "apart")),
): C[] {
  if (!areApart) return [...calls];
  return calls.map((call) => {
    const { usage } = call;
    if (usage?.input == null || readings.get(usage) !== "either") return call;
    const input = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
    const whole = { ...usage, input };
    readings.set(whole, "apart");
    return { ...call, usage: whole };
  });
}

/** Whether a total was read in a way that it does not say itself. */
export function isReadAs(usage: CallUsage | undefined, reading: "apart" | "either"): boolean {
  return usage !== undefined && readings.get(usage) === reading;
}

/** How the totals of calls were read, in words; `null` where no cache had a part in them or their client says it. */
export function readingOf(calls: readonly { readonly usage?: CallUsage | undefined }[]): string | null {
  const read = calls.map(({ usage }) => (usage === undefined ? undefined : readings.get(usage)));
  if (read.includes("apart"))
    return "Input totals of this client leave out what was read from or written to a cache: it was added to every total.";
  return read.includes("either")
    ? "Input totals of this client include what was read from or written to a cache: they are shown as they are."
    : null;
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
