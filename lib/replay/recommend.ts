import { REPLAY_FIGURES, usesWithoutEvidence } from "@/lib/core/figures/names";
import type { ReplaySummary } from "./summary";
import { RECORDED } from "./recorded";

export interface RankedResult {
  readonly policy: { readonly kind: string; readonly title: string };
  readonly summary: Omit<ReplaySummary, "tokensSentByRun">;
  readonly notRunnable: string | null;
}

/** `result` is the index of the result that the session could follow instead; `null` if none is better. */
export interface Recommendation {
  readonly result: number | null;
  readonly reason: string;
}

type Rank = readonly number[];

/**
 * The policy that a session should follow. The session's vendor and harness must be able to run it, and it
 * must stay within the window on every turn. Policies are ranked by dangling evidence, then repeated calls, lost
 * constraints and price. The best one must beat the recording in the first of these in which they differ.
 */
export function recommend(results: readonly RankedResult[]): Recommendation | null {
  const recorded = results.find(({ policy }) => policy.kind === RECORDED.kind);
  if (recorded === undefined) return null;
  const isPriced = results.every(({ summary }) => summary.price !== null);
  const rank = (result: RankedResult) => rankOf(result, isPriced);
  const others = results.flatMap((result, no) => (result === recorded ? [] : { result, no }));
  const fit = others.filter(
    ({ result }) => result.notRunnable === null && (result.summary.turnsOverWindow ?? 0) === 0,
  );
  const best = fit.toSorted((a, b) => compareRanks(rank(a.result), rank(b.result)) || a.no - b.no)[0];
  if (best === undefined || compareRanks(rank(best.result), rank(recorded)) >= 0)
    return {
      result: null,
      reason: `None of these is better: ${whyNone(
        others.map(({ result }) => result),
        fit.length,
      )}`,
    };
  return { result: best.no, reason: reasonFor(best.result, recorded, isPriced) };
}

function rankOf({ summary }: RankedResult, isPriced: boolean): Rank {
  return [
    summary.dangling,
    summary.duplicatesCaused - summary.duplicatesAvoided,
    summary.constraintsLost,
    (isPriced ? costOf(summary) : null) ?? summary.tokensSent,
  ];
}

function costOf({ price, tokensSent, summarizerTokens }: RankedResult["summary"]): number | null {
  if (price === null) return null;
  return tokensSent === 0 ? price : price + (price / tokensSent) * summarizerTokens;
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function whyNone(others: readonly RankedResult[], fit: number): string {
  if (others.length === 0) return "only the recording was replayed.";
  if (fit > 0)
    return "what ran has no more uses without evidence, fetches no more results again, takes out no more rules and goals and costs no more.";
  const foreign = others.filter(({ notRunnable }) => notRunnable !== null).length;
  const over = others.length - foreign;
  const parts = [
    ...(foreign > 0 ? [`${foreign} cannot run where this session ran`] : []),
    ...(over > 0 ? [`${over} would exceed the window`] : []),
  ];
  return `${parts.join(", ")}.`;
}

function reasonFor({ policy, summary }: RankedResult, recorded: RankedResult, isPriced: boolean): string {
  const was = recorded.summary;
  const parts = [
    `${usesWithoutEvidence(summary.dangling)} instead of ${was.dangling}`,
    repeats(summary.duplicatesAvoided - summary.duplicatesCaused),
    `${summary.constraintsLost} ${REPLAY_FIGURES.rulesGone.label.toLowerCase()} instead of ${was.constraintsLost}`,
    isPriced
      ? priceChange(costOf(summary) ?? 0, costOf(was) ?? 0, false)
      : priceChange(summary.tokensSent, was.tokensSent, true),
    summary.turnsOverWindow === null
      ? "the size of the window is not known"
      : "within the window on every turn",
  ];
  return `${policy.title}: ${parts.join("; ")}.`;
}

function repeats(avoided: number): string {
  if (avoided === 0) return "as many results fetched again";
  return avoided > 0 ? `${avoided} fewer results fetched again` : `${-avoided} more results fetched again`;
}

function priceChange(now: number, was: number, inTokens: boolean): string {
  const what = inTokens ? "tokens sent" : "price";
  if (was === 0) return `${what} not comparable`;
  const change = Math.round((now / was - 1) * 100);
  return change === 0 ? `the same ${what}` : `${what} ${change > 0 ? "+" : "−"}${Math.abs(change)} %`;
}
