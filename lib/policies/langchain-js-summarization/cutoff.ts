import type { Tokens } from "@/lib/core/units";
import type { SummarizationOptions } from "./options";
import type { SummarizedView } from "./view";

const DEFAULT_KEEP_MESSAGES = 20;

/**
 * Where the kept tail begins: by count or by tokens, moved back so that no result loses its call. Zero cuts nothing.
 */
export function findCutoff(
  view: SummarizedView,
  keep: SummarizationOptions["keep"],
  window: Tokens | null,
): number {
  const budget = computeTokenBudget(keep, window);
  if (budget !== null) return findSafeCutoff(view, findCutoffByTokens(view, Math.max(1, budget)));
  const count = keep.messages ?? DEFAULT_KEEP_MESSAGES;
  return view.length <= count ? 0 : findSafeCutoff(view, view.length - count);
}

function computeTokenBudget(keep: SummarizationOptions["keep"], window: Tokens | null): Tokens | null {
  if (keep.fraction !== undefined) return window === null ? null : Math.floor(window * keep.fraction);
  return keep.tokens === undefined ? null : Math.floor(keep.tokens);
}

function findCutoffByTokens(view: SummarizedView, budget: Tokens): number {
  let low = 0;
  let high = view.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.tokensFrom(middle) <= budget) high = middle;
    else low = middle + 1;
  }
  return low < view.length ? low : Math.max(0, view.length - 1);
}

/**
 * If a result's call is not known, the vendor checks this many messages around the cut for pairs that it would split.
 */
const PAIR_RANGE = 5;

/**
 * A cut at a result moves back to the reply that asked for it. If that reply is not known, the cut moves back until it
 * splits no pair.
 */
function findSafeCutoff(view: SummarizedView, cutoff: number): number {
  if (cutoff >= view.length || view.at(cutoff).role !== "tool") return cutoff;
  const ids = new Set<string>();
  for (let i = cutoff; i < view.length && view.at(i).role === "tool"; i++)
    ids.add(view.at(i).toolCallId ?? "");
  for (let i = cutoff - 1; i >= 0; i--)
    if (view.at(i).toolCalls?.some(({ id }) => ids.has(id)) === true) return i;
  let index = cutoff;
  while (index > 0 && !isSafe(view, index)) index--;
  return index;
}

function isSafe(view: SummarizedView, cutoff: number): boolean {
  if ((view.at(cutoff).toolCalls?.length ?? 0) > 0) return false;
  const end = Math.min(view.length, cutoff + PAIR_RANGE);
  for (let i = Math.max(0, cutoff - PAIR_RANGE); i < end; i++)
    if (isPairParted(view, i, cutoff)) return false;
  return true;
}

function isPairParted(view: SummarizedView, caller: number, cutoff: number): boolean {
  const ids = new Set(view.at(caller).toolCalls?.map(({ id }) => id));
  if (caller >= cutoff || ids.size === 0) return false;
  for (let i = cutoff; i < view.length; i++) if (ids.has(view.at(i).toolCallId ?? "")) return true;
  return false;
}
