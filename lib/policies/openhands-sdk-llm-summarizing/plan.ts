import { sumBy } from "../shared/sum";
import type { Tokens } from "@/lib/core/units";
import { markSafeIndices, type CondenserEvent } from "./safe-indices";

export type CondenseReason = "REQUEST" | "TOKENS" | "EVENTS";

export interface CondenserSettings {
  readonly max_size: number;
  readonly keep_first: number;
  readonly minimum_progress: number;
}

/** `from` is inclusive, `to` exclusive. The summary stands at `from`. */
export interface Condensation {
  readonly from: number;
  readonly to: number;
}

/**
 * The reasons to condense a view of these sizes. `limit` is the smaller of the configured limit and the model's input
 * limit.
 */
export function listCondenseReasons(
  view: { readonly events: number; readonly tokens: Tokens },
  maxSize: number,
  limit: Tokens | null,
  requested: boolean,
): CondenseReason[] {
  const reasons: CondenseReason[] = [];
  if (requested) reasons.push("REQUEST");
  if (limit !== null && view.tokens > limit) reasons.push("TOKENS");
  if (view.events > maxSize) reasons.push("EVENTS");
  return reasons;
}

export function isHard(reasons: readonly CondenseReason[]): boolean {
  return reasons.some((reason) => reason !== "EVENTS");
}

/**
 * The range to forget. If no safe range makes enough progress, a soft reason gives `null` and a hard reason forgets
 * everything.
 */
export function planCondensation(
  events: readonly CondenserEvent[],
  reasons: readonly CondenseReason[],
  settings: CondenserSettings,
  limit: Tokens | null,
): Condensation | null {
  const safe = markSafeIndices(events);
  const suffix = Math.min(...reasons.map((reason) => computeSuffixLength(reason, events, settings, limit)));
  const wantedEnd = Math.min(events.length, events.length - suffix);
  const from = safe.findIndex((isSafe, index) => isSafe && index >= settings.keep_first);
  const to = safe.findIndex((isSafe, index) => isSafe && index >= wantedEnd);
  const forgotten = from === -1 ? 0 : to - from;
  if (forgotten > 0 && forgotten >= settings.minimum_progress * events.length) return { from, to };
  return isHard(reasons) ? { from: 0, to: events.length } : null;
}

function computeSuffixLength(
  reason: CondenseReason,
  events: readonly CondenserEvent[],
  { max_size, keep_first }: CondenserSettings,
  limit: Tokens | null,
): number {
  if (reason === "REQUEST") return Math.floor(events.length / 2) - keep_first - 1;
  if (reason === "EVENTS") return Math.floor(max_size / 2) - keep_first - 1;
  const excess = sumBy(events, ({ tokens }) => tokens) - Math.floor((limit ?? 0) / 2);
  let removed = 0;
  let end = keep_first;
  while (end < events.length && removed <= excess) removed += events[end++]?.tokens ?? 0;
  return events.length - end;
}
