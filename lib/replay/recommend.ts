import { formatCount } from "@/lib/core/digits";
import { REPLAY_FIGURES, describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import type { ReplaySummary } from "./summary";
import { RECORDED } from "./recorded";

export interface RankedResult {
  readonly policy: { readonly kind: string; readonly title: string };
  readonly summary: Omit<ReplaySummary, "tokensSentByRun">;
  readonly notRunnable: string | null;
}

export interface Recommendation {
  /** The index of the result that the session could follow instead; `null` if none is better. */
  readonly result: number | null;
  readonly reason: string;
  /** The index of the result that comes nearest, where none is better; what it gives and takes stands in the reason. */
  readonly nearest: number | null;
}

type Rank = readonly number[];

/**
 * The policy that a session should follow. The session's vendor and harness must be able to run it, it must stay within the
 * window on every turn, and it must lose neither the task, nor a rule or binding sentence, nor an open step, whatever it
 * saves. Policies are ranked by dangling evidence, then repeated calls and price. The best one must beat the recording in the
 * first of these in which they differ.
 */
export function chooseRecommendation(results: readonly RankedResult[]): Recommendation | null {
  const recorded = results.find(({ policy }) => policy.kind === RECORDED.kind);
  if (recorded === undefined) return null;
  const isPriced = results.every(({ summary }) => summary.price !== null);
  const rank = (result: RankedResult) => rankOf(result, isPriced);
  const ranked = results
    .flatMap((result, no) => (result === recorded ? [] : { result, no }))
    .toSorted((a, b) => compareRanks(rank(a.result), rank(b.result)) || a.no - b.no);
  const [best] = ranked.filter(({ result }) => findObstacle(result) === null);
  if (best !== undefined && compareRanks(rank(best.result), rank(recorded)) < 0)
    return { result: best.no, reason: `${describeTrade(best.result, recorded, isPriced)}.`, nearest: null };
  // A policy that only cannot run here is further away than one that loses something.
  const nearest = best ?? ranked.find(({ result }) => result.notRunnable === null);
  const otherResults = ranked.map(({ result }) => result);
  const words =
    nearest === undefined ? "" : ` Nearest is ${describeTrade(nearest.result, recorded, isPriced)}.`;
  return {
    result: null,
    reason: `None of these is better: ${explainNone(otherResults)}${words}`,
    nearest: nearest?.no ?? null,
  };
}

type Obstacle = "foreign" | "over" | "lossy";

/** Why a policy is never recommended; `null` where it may be. */
function findObstacle({ notRunnable, summary }: RankedResult): Obstacle | null {
  if (notRunnable !== null) return "foreign";
  if ((summary.turnsOverWindow ?? 0) > 0) return "over";
  return listLosses(summary).length > 0 ? "lossy" : null;
}

function listLosses({ mustKeep, constraintsLost }: RankedResult["summary"]): string[] {
  const { tasks, constraints, openSteps } = mustKeep;
  return [
    ...(tasks > 0 ? ["the task"] : []),
    ...(constraintsLost > 0
      ? [formatCount(constraintsLost, "block with rules or the goal", "blocks with rules or the goal")]
      : []),
    ...(constraints > 0 ? [formatCount(constraints, "standing constraint")] : []),
    ...(openSteps > 0 ? [formatCount(openSteps, "open step")] : []),
  ];
}

function rankOf({ summary }: RankedResult, isPriced: boolean): Rank {
  return [
    summary.dangling,
    summary.duplicatesCaused - summary.duplicatesAvoided,
    (isPriced ? summary.price : null) ?? summary.tokensSent,
  ];
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [i, value] of a.entries()) {
    const difference = value - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const WORDS: Readonly<Record<Obstacle, string>> = {
  foreign: "cannot run where this session ran",
  over: "would exceed the window",
  lossy: "would lose what the session cannot do without",
};

function explainNone(otherResults: readonly RankedResult[]): string {
  if (otherResults.length === 0) return "only the recording was replayed.";
  const obstacles = otherResults.map(findObstacle);
  if (obstacles.includes(null))
    return "what ran has no more uses without evidence, fetches no more results again and costs no more.";
  const parts = (["foreign", "over", "lossy"] as const).flatMap((obstacle) => {
    const count = obstacles.filter((other) => other === obstacle).length;
    return count === 0 ? [] : [`${count} ${WORDS[obstacle]}`];
  });
  return `${parts.join(", ")}.`;
}

/** What one policy gives and takes. */
function describeTrade({ policy, summary }: RankedResult, recorded: RankedResult, isPriced: boolean): string {
  const was = recorded.summary;
  const losses = listLosses(summary);
  const parts = [
    `${describeUsesWithoutEvidence(summary.dangling)} instead of ${was.dangling}`,
    describeRepeats(summary.duplicatesAvoided - summary.duplicatesCaused),
    losses.length === 0 ? `no ${REPLAY_FIGURES.rulesGone.label.toLowerCase()}` : `loses ${losses.join(", ")}`,
    isPriced
      ? priceChange(summary.price ?? 0, was.price ?? 0, false)
      : priceChange(summary.tokensSent, was.tokensSent, true),
    describeWindow(summary.turnsOverWindow),
  ];
  return `${policy.title}: ${parts.join("; ")}`;
}

function describeWindow(over: number | null): string {
  if (over === null) return "the size of the window is not known";
  return over === 0 ? "within the window on every turn" : `over the window on ${formatCount(over, "turn")}`;
}

function describeRepeats(avoided: number): string {
  if (avoided === 0) return "as many results fetched again";
  return avoided > 0 ? `${avoided} fewer results fetched again` : `${-avoided} more results fetched again`;
}

function priceChange(now: number, was: number, inTokens: boolean): string {
  const subject = inTokens ? "tokens sent" : "price";
  if (was === 0) return `${subject} not comparable`;
  const change = Math.round((now / was - 1) * 100);
  return change === 0 ? `the same ${subject}` : `${subject} ${change > 0 ? "+" : "−"}${Math.abs(change)} %`;
}
