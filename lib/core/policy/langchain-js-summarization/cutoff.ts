import type { Tokens } from "../../units";
import type { Options } from "./options";
import type { SummarizedView } from "./view";

const DEFAULT_KEEP_MESSAGES = 20;

/** Where the kept tail begins: by count or by tokens, moved back so that no result loses its call. Zero cuts nothing. */
export function findCutoff(view: SummarizedView, keep: Options["keep"], window: Tokens | null): number {
  const budget = tokenBudget(keep, window);
  if (budget !== null) return safeCutoff(view, cutoffByTokens(view, Math.max(1, budget)));
  const count = keep.messages ?? DEFAULT_KEEP_MESSAGES;
  return view.length <= count ? 0 : safeCutoff(view, view.length - count);
}

function tokenBudget(keep: Options["keep"], window: Tokens | null): Tokens | null {
  if (keep.fraction !== undefined) return window === null ? null : Math.floor(window * keep.fraction);
  return keep.tokens === undefined ? null : Math.floor(keep.tokens);
}

/** The smallest index from which on the list fits; the newest message stays even if it does not. */
function cutoffByTokens(view: SummarizedView, budget: Tokens): number {
  let low = 0;
  let high = view.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.tokensFrom(middle) <= budget) high = middle;
    else low = middle + 1;
  }
  return low < view.length ? low : Math.max(0, view.length - 1);
}

/** A cut at a result moves back to the reply that asked for it; results of no known reply move it to a plain message. */
function safeCutoff(view: SummarizedView, cutoff: number): number {
  if (cutoff >= view.length || view.at(cutoff).role !== "tool") return cutoff;
  const ids = new Set<string>();
  for (let i = cutoff; i < view.length && view.at(i).role === "tool"; i++)
    ids.add(view.at(i).toolCallId ?? "");
  for (let i = cutoff - 1; i >= 0; i--)
    if (view.at(i).toolCalls?.some(({ id }) => ids.has(id)) === true) return i;
  let index = cutoff;
  while (index > 0 && (view.at(index).toolCalls?.length ?? 0) > 0) index--;
  return index;
}
