import { isSameModel } from "../../models/find-model";
import type { Tokens } from "../../units";
import type { Turn } from "../session";
import type { Delta, Figure, TurnWindow } from "../turn-figures";
import { believedWindow } from "./limits";
import type { Occupancy } from "./occupancy";
import type { FoldState, FoldedTurn } from "./state";

const UNAVAILABLE: Figure = { value: null, provenance: "unavailable" };

export type TurnBefore = Pick<Turn, "index" | "model" | "window" | "windowProvenance">;

export function finishTurn(
  state: FoldState,
  facts: FoldedTurn,
  occupancy: Occupancy | undefined,
  previous: TurnBefore | undefined,
): Turn {
  const window = makeWindow(facts, occupancy);
  const limit = believedWindow(state, facts.limit);
  // New fields stand before what is spread: V8 gives each object that gets one after it a shape of its own, which is slow to read.
  return {
    index: facts.event.turn,
    at: facts.event.at,
    contextWindowProvenance: limit.provenance,
    usage: facts.usage,
    window,
    delta: computeDelta(window, facts, previous, state.started?.model ?? null),
    toolCalls: state.calls.countMadeIn(facts.event.turn),
    output: facts.output,
    ...facts.found,
    ...facts.stated,
    contextWindow: limit.value,
  };
}

function makeWindow(facts: FoldedTurn, occupancy: Occupancy | undefined): TurnWindow {
  const counts = { entries: facts.entries, entered: facts.entered, left: facts.left, changed: facts.changed };
  const measured = facts.usage?.input ?? null;
  const isKnown = facts.known && occupancy !== undefined;
  const sum = isKnown ? occupancy.tokens : null;
  return {
    known: isKnown,
    tokens: chooseTotal(measured, sum, facts.stated.windowProvenance, occupancy?.estimated ?? false),
    bySource: isKnown ? occupancy.bySource : {},
    residual: measured === null || sum === null ? null : measured - sum,
    unsized: isKnown ? occupancy.unsized : 0,
    ...(isKnown ? counts : { ...counts, entries: 0 }),
  };
}

function chooseTotal(
  measured: Tokens | null,
  sum: Tokens | null,
  window: "measured" | "inferred",
  estimated: boolean,
): Figure {
  if (measured !== null) return { value: measured, provenance: "measured" };
  if (sum === null) return UNAVAILABLE;
  return {
    value: sum,
    provenance: window === "inferred" ? "inferred" : estimated ? "estimated" : "tokenized",
  };
}

/**
 * Growth seen at a turn was caused by the previous turn. Measured figures are compared only with measured ones of the same
 * model, because another model counts with another tokenizer; otherwise both are sums over blocks.
 * @param sessionModel the session's model, for turns that name none
 */
function computeDelta(
  window: TurnWindow,
  { stated: now }: FoldedTurn,
  previous: TurnBefore | undefined,
  sessionModel: string | null,
): Delta {
  const causedByTurn = previous?.index ?? null;
  if (previous === undefined) return { ...window.tokens, causedByTurn, modelChanged: false };
  const [before, model] = [previous.model ?? sessionModel, now.model ?? sessionModel];
  const modelChanged = before !== null && model !== null && !isSameModel(before, model);
  const [was, is] = [previous.window, window];
  const areMeasured = was.tokens.provenance === "measured" && is.tokens.provenance === "measured";
  if (areMeasured && !modelChanged) {
    const value = subtractTokens(is.tokens.value, was.tokens.value);
    return { value, provenance: "measured", causedByTurn, modelChanged };
  }
  if (!was.known || !is.known) return { ...UNAVAILABLE, causedByTurn, modelChanged };
  const isInferred = now.windowProvenance === "inferred" || previous.windowProvenance === "inferred";
  const provenance = isInferred ? "inferred" : "estimated";
  return { value: sumOf(is) - sumOf(was), provenance, causedByTurn, modelChanged };
}

function sumOf(window: TurnWindow): Tokens {
  return Object.values(window.bySource).reduce((sum, tokens) => sum + tokens, 0);
}

function subtractTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a === null || b === null ? null : a - b;
}

export function makeFigure(reported: Tokens | null, turn: TurnBefore | undefined): Figure {
  return reported === null
    ? (turn?.window.tokens ?? UNAVAILABLE)
    : { value: reported, provenance: "measured" };
}
