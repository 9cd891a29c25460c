import { proveLossesInSteps } from "../../cost/analysed-bill";
import { sumOf } from "../../cost/bill-parts";
import type { BreakCause } from "../../cost/break-causes";
import type { ProvedBreak } from "../../cost/prove-causes";
import { formatCount, formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { turnAt } from "../../window/turn-at";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";

const WORDS: Readonly<Record<BreakCause, string>> = {
  idle: "after a pause",
  window_edited: "by an edit of the window",
  instructions_changed: "by other instructions or tools",
  thinking_dropped: "by thinking that was dropped",
  model_changed: "by another model",
  too_short: "as too short",
  unexplained: "unexplained",
};

/**
 * The weight of losses that nothing explains. They leave little to be done, so they are a warning only where they take twice as
 * much.
 */
const UNEXPLAINED_WEIGHT = 0.5;

/** Turns that read less than the call before had left in the cache: what they paid again, and why, as far as is recorded. */
export const cacheBroken: FindingRule = {
  ...getFindingKind("cache.broken"),
  *find(input) {
    const { session, settings, recording } = input;
    const bill = yield* input.bill.inSteps();
    const breaks = (yield* proveLossesInSteps(recording, bill)).filter(({ rewritten }) => rewritten > 0);
    const [first, last] = [breaks[0], breaks.at(-1)];
    if (first === undefined || last === undefined) return;
    const tokens = breaks.reduce((sum, { rewritten }) => sum + rewritten, 0);
    const paid = breaks.reduce(
      (sum, { extra, cause }) => sum + (extra ?? 0) * (cause === "unexplained" ? UNEXPLAINED_WEIGHT : 1),
      0,
    );
    const whole = bill.turns.reduce(
      (sum, { parts }) => sum + Object.values(parts).reduce((turnSum, of) => turnSum + sumOf(of), 0),
      0,
    );
    yield {
      from: first.turn,
      to: last.turn,
      ...((whole === 0 || paid / whole < settings.cacheBrokenShare || isChance(breaks)) && {
        severity: "note" as const,
      }),
      blocks: breaks.slice(0, 5).flatMap(({ at }) => session.blocks[at.block ?? -1]?.id ?? []),
      numbers: { losses: breaks.length, tokens },
      sentence: `The prompt cache was lost ${formatCount(breaks.length, "time")}, first at turn ${first.turn}: ${formatDigits(tokens)} tokens were paid again (${describeCauses(breaks)}).`,
      proof: { view: "turn", turn: first.turn },
      claims: breaks.flatMap((provedBreak) => buildClaims(provedBreak, input)).slice(0, CLAIMS_MAX),
    };
  },
};

/**
 * Whether losses may be chance. A provider keeps a cache as well as it can: one loss that nothing explains leaves nothing to be
 * done.
 */
function isChance(breaks: readonly ProvedBreak[]): boolean {
  return breaks.length === 1 && breaks[0]?.cause === "unexplained";
}

function describeCauses(breaks: readonly ProvedBreak[]): string {
  const counts = new Map<BreakCause, number>();
  for (const { cause } of breaks) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, times]) => `${times} ${WORDS[cause]}`).join(", ");
}

/** Claims of what was read, what had been left in the cache, and why. */
function buildClaims({ turn, before, read, claims }: ProvedBreak, { session }: FindingInput): Claim[] {
  const usage = turnAt(session.turns, before)?.usage;
  const [heldTokens, writtenTokens] = [usage?.cacheRead ?? null, usage?.cacheWrite ?? null];
  return [
    { is: "usage", turn, of: "cache-read", atLeast: read, atMost: read },
    ...(heldTokens === null
      ? []
      : [
          {
            is: "usage" as const,
            turn: before,
            of: "cache-read" as const,
            atLeast: heldTokens,
            atMost: heldTokens,
          },
        ]),
    ...(writtenTokens === null
      ? []
      : [
          {
            is: "usage" as const,
            turn: before,
            of: "cache-write" as const,
            atLeast: writtenTokens,
            atMost: writtenTokens,
          },
        ]),
    ...claims,
  ];
}
