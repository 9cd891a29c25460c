import { formatDigits } from "@/lib/core/digits";
import type { Budget, ProjectedNext } from "@/lib/core/window/projected-next";
import { describeBudget, projectNext } from "@/lib/core/window/projected-next";
import type { Tokens } from "@/lib/core/units";

/** One figure per call; `null` where the provider reported none. */
export interface BudgetHistory {
  readonly firstTurn: number;
  readonly occupancy: readonly (Tokens | null)[];
}

export interface BudgetQuestion {
  readonly history: BudgetHistory;
  readonly usage: { readonly input: Tokens | null; readonly output: Tokens | null };
  readonly incoming: Tokens;
  readonly budget: Budget | null;
  readonly contextWindow: Tokens | null;
  readonly spikeThreshold: Tokens;
  /** After how many calls the task is usually done; `null` if unknown. */
  readonly expectedTurns: number | null;
}

export interface BudgetWarning {
  readonly code: "spike" | "pace" | "window";
  readonly message: string;
}

export interface BudgetVerdict {
  readonly turn: number;
  readonly tokens: Tokens | null;
  readonly shareOfBudget: number | null;
  readonly room: Tokens | null;
  readonly delta: Tokens | null;
  readonly causedByTurn: number | null;
  readonly spike: boolean;
  readonly projectedNext: (ProjectedNext & { readonly how: string }) | null;
  readonly checkpointNeeded: boolean;
  readonly reason: string | null;
  readonly warnings: readonly BudgetWarning[];
  readonly history: BudgetHistory;
}

/** Older calls say nothing about the next one. */
const HISTORY_MAX = 10_000;
const PACE_TURNS = 5;

/**
 * The growth that a call shows was caused by the call before it, by its answer and its results. Whether a
 * checkpoint is needed depends on the next window, not on this one.
 */
export function weighBudget(question: BudgetQuestion): BudgetVerdict {
  const { usage, budget, contextWindow, spikeThreshold } = question;
  const history = addCall(question.history, usage.input);
  const turn = history.firstTurn + history.occupancy.length - 1;
  const before = history.occupancy.at(-2);
  const delta = usage.input === null || before == null ? null : usage.input - before;
  const causedByTurn = delta !== null && delta > 0 ? turn - 1 : null;
  const next = nextOf(question);
  const isOver = next !== null && budget !== null && next.tokens > budget.tokens;
  const spike = delta !== null && delta > spikeThreshold;
  return {
    turn,
    tokens: usage.input,
    shareOfBudget: usage.input === null || budget === null ? null : usage.input / Math.max(1, budget.tokens),
    room: next === null || budget === null ? null : budget.tokens - next.tokens,
    delta,
    causedByTurn,
    spike,
    projectedNext: next,
    checkpointNeeded: isOver,
    reason: isOver
      ? `The next window is projected at ${formatDigits(next.tokens)} tokens, above the budget of ${formatDigits(budget.tokens)}${describeBudget(budget)}.`
      : null,
    warnings: [
      ...(spike
        ? [
            {
              code: "spike" as const,
              message: `The window grew by ${formatDigits(delta)} tokens, more than ${formatDigits(spikeThreshold)}: turn ${turn - 1} caused it.`,
            },
          ]
        : []),
      ...listPaceWarnings(question, history, turn, next),
      ...(next !== null && contextWindow !== null && next.tokens > contextWindow
        ? [
            {
              code: "window" as const,
              message: `The next window is projected at ${formatDigits(next.tokens)} tokens; the model takes ${formatDigits(contextWindow)}.`,
            },
          ]
        : []),
    ],
    history,
  };
}

function addCall({ firstTurn, occupancy }: BudgetHistory, input: Tokens | null): BudgetHistory {
  const all = [...occupancy, input];
  const dropped = Math.max(0, all.length - HISTORY_MAX);
  return { firstTurn: firstTurn + dropped, occupancy: all.slice(dropped) };
}

function nextOf({ usage, incoming }: BudgetQuestion): BudgetVerdict["projectedNext"] {
  const next = projectNext({
    usage: { input: usage.input, output: usage.output },
    window: { value: null, provenance: "unavailable" },
    outputSizes: [null],
  });
  if (next === null) return null;
  const how =
    incoming > 0
      ? "what this call read, what it answered, and the results that were announced"
      : "what this call read and what it answered; results that are still to come are not counted";
  return {
    ...next,
    tokens: next.tokens + incoming,
    provenance: incoming > 0 ? "estimated" : next.provenance,
    how,
  };
}

/** A warning if the session exceeds its budget at its latest growth. */
function listPaceWarnings(
  { expectedTurns, budget }: BudgetQuestion,
  { occupancy }: BudgetHistory,
  turn: number,
  next: ProjectedNext | null,
): BudgetWarning[] {
  const left = expectedTurns === null ? 0 : expectedTurns - (turn + 1);
  const growth = occupancy
    .slice(-PACE_TURNS - 1)
    .flatMap((tokens, i, all) => (i === 0 || tokens === null ? [] : tokens - (all[i - 1] ?? tokens)))
    .sort((a, b) => a - b);
  if (left <= 0 || growth.length < 2 || budget === null || next === null || next.tokens > budget.tokens)
    return [];
  const pace = growth[growth.length >> 1] ?? 0;
  const end = next.tokens + pace * (left - 1);
  if (pace <= 0 || end <= budget.tokens) return [];
  return [
    {
      code: "pace",
      message: `At ${formatDigits(pace)} tokens a turn the window comes to ${formatDigits(end)} tokens in ${left} turns, above the budget of ${formatDigits(budget.tokens)}.`,
    },
  ];
}
