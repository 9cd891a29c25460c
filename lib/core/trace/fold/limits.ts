import type { LimitFigure } from "../../models/window-of";
import { modelWindow } from "../../models/window-of";
import type { Tokens } from "../../units";
import type { TraceEventOf } from "../event";
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
  return modelWindow({ model: name, at, agent: started?.agent ?? null, largest }, models);
}

export function sessionWindow({ started, span, models, budgets, largestRequests }: FoldState): LimitFigure {
  const recorded = started?.contextWindow ?? span.contextWindow ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  const at = span.last?.at ?? started?.at ?? null;
  const model = started?.model ?? span.model;
  const largest = largestRequests.get(model ?? "");
  return modelWindow({ model, at, agent: started?.agent ?? null, largest }, models);
}
