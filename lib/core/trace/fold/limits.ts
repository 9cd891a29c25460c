import type { LimitFigure } from "../../models/window-of";
import { windowOf } from "../../models/window-of";
import type { TraceEventOf } from "../event";
import type { FoldState } from "./state";

type StatedTurn = Pick<TraceEventOf<"turn.recorded">, "contextWindow" | "model" | "at">;

/**
 * The size of a turn's context window: stated by the turn, its session, an earlier turn of the same model or the
 * window's division, else from what is known of the model. Call it once per turn, in order; the result is remembered.
 */
export function turnWindow(state: FoldState, { contextWindow, model, at }: StatedTurn): LimitFigure {
  const { started, models, statedWindows, budgets } = state;
  const name = model ?? started?.model ?? null;
  if (contextWindow !== undefined) statedWindows.set(name ?? "", contextWindow);
  const recorded = contextWindow ?? started?.contextWindow ?? statedWindows.get(name ?? "") ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  return windowOf({ model: name, at, agent: started?.agent ?? null }, models);
}

export function sessionWindow({ started, span, models, budgets }: FoldState): LimitFigure {
  const recorded = started?.contextWindow ?? span.contextWindow ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  const at = span.last?.at ?? started?.at ?? null;
  return windowOf({ model: started?.model ?? span.model, at, agent: started?.agent ?? null }, models);
}
