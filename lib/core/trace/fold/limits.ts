import type { LimitFigure } from "../../models/window-of";
import { findModelWindow } from "../../models/window-of";
import { formatDigits } from "../../digits";
import type { Tokens } from "../../units";
import { isByItself } from "../by-itself";
import type { TraceEventOf } from "../event";
import type { SessionWarning } from "../session";
import type { FoldState } from "./state";

type StatedTurn = Pick<TraceEventOf<"turn.recorded">, "contextWindow" | "model" | "at">;

/**
 * The size of a turn's context window: stated by the turn, its session, an earlier turn of the same model or the
 * window's division, else from what is known of the model. Call it once per turn, in order; the result is remembered.
 * @param measured the tokens that the provider counted in the turn's request
 */
export function turnWindow(
  state: FoldState,
  { contextWindow, model, at }: StatedTurn,
  measured: Tokens | null,
): LimitFigure {
  const { started, models, statedWindows, largestRequests, budgets } = state;
  const name = model ?? started?.model ?? null;
  const largest = Math.max(measured ?? 0, largestRequests.get(name ?? "") ?? 0);
  largestRequests.set(name ?? "", largest);
  if (contextWindow !== undefined) statedWindows.set(name ?? "", contextWindow);
  const recorded = contextWindow ?? started?.contextWindow ?? statedWindows.get(name ?? "") ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  return findModelWindow({ model: name, at, agent: started?.agent ?? null, largest }, models);
}

export function chooseSessionWindow(state: FoldState): LimitFigure {
  return believedWindow(state, findListedWindow(state));
}

/** A listed window, or none where the session's own compactions came so early that it has another one. */
export function believedWindow(state: FoldState, listedWindow: LimitFigure): LimitFigure {
  return isContradicted(listedWindow, limitInForce(state)) ? UNKNOWN : listedWindow;
}

/**
 * The tokens that the session may use, where it does not say itself: at so many its program compacted, so that is the limit in
 * force. `null` where a context window is known, which says it better.
 */
export function budgetInForce(state: FoldState): Tokens | null {
  return chooseSessionWindow(state).value === null ? limitInForce(state) : null;
}

/** Whether what is believed of a turn's window has changed since the limit in force was `before`. */
export function hasBeliefChanged(state: FoldState, before: Tokens | null): boolean {
  const now = limitInForce(state);
  return (
    now !== before &&
    state.turns.some(({ limit }) => isContradicted(limit, before) !== isContradicted(limit, now))
  );
}

/** What the fold cannot believe of the model table, in words; empty where nothing contradicts it. */
export function describeWindowWarnings(state: FoldState): SessionWarning[] {
  const [listedWindow, limit] = [findListedWindow(state), limitInForce(state)];
  if (!isContradicted(listedWindow, limit)) return [];
  return [
    {
      code: "window_contradicted",
      message: `the ${listedWindow.provenance} gives the model a context window of ${formatDigits(listedWindow.value ?? 0)} tokens, but the session compacted by itself at ${formatDigits(limit ?? 0)}: that is the limit in force, and the window's size is not known`,
      count: 1,
    },
  ];
}

const UNKNOWN: LimitFigure = { value: null, provenance: "unavailable" };

/** Programs compact when their window is nearly full. One that does so below this share of it has another window. */
const NEARLY_FULL = 0.5;

function isContradicted({ value, provenance }: LimitFigure, limit: Tokens | null): boolean {
  const isAssumed = provenance === "model table" || provenance === "harness default";
  return isAssumed && value !== null && limit !== null && limit < value * NEARLY_FULL;
}

/**
 * The most that the windows held when the program compacted by itself, as it says or else as the provider counted; `null` where
 * it never did, or nothing was counted.
 */
export function limitInForce({ compactions }: FoldState): Tokens | null {
  const heldTokens = compactions.flatMap(({ trigger, reportedBefore, measuredBefore }) =>
    isByItself(trigger) ? (reportedBefore ?? measuredBefore ?? []) : [],
  );
  return heldTokens.length === 0 ? null : Math.max(...heldTokens);
}

function findListedWindow({ started, span, models, budgets, largestRequests }: FoldState): LimitFigure {
  const recorded = started?.contextWindow ?? span.contextWindow ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  const at = span.last?.at ?? started?.at ?? null;
  const model = started?.model ?? span.model;
  const largest = largestRequests.get(model ?? "");
  return findModelWindow({ model, at, agent: started?.agent ?? null, largest }, models);
}
