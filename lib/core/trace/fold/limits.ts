import type { LimitFigure } from "../../models/window-of";
import { windowOf } from "../../models/window-of";
import type { TraceEventOf } from "../event";
import type { FoldState } from "./state";

type StatedTurn = Pick<TraceEventOf<"turn.recorded">, "contextWindow" | "model" | "at">;

/**
 * How large a turn's context window was: as it says, as its session, its model's turn before or the window's division said,
 * else what is known of the model. Turns are asked for in order, and remembered.
 */
export function turnWindow(state: FoldState, { contextWindow, model, at }: StatedTurn): LimitFigure {
  const { started, models, statedWindows, budgets } = state;
  const name = model ?? started?.model ?? null;
  if (contextWindow !== undefined) statedWindows.set(name ?? "", contextWindow);
  const recorded = contextWindow ?? started?.contextWindow ?? statedWindows.get(name ?? "") ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  return windowOf({ model: name, at, agent: started?.agent ?? null }, models);
}

/** The window of a session: what it was started with, else what its turns say last, else that of its model. */
export function sessionWindow({ started, span, models, budgets }: FoldState): LimitFigure {
  const recorded = started?.contextWindow ?? span.contextWindow ?? budgets.limit;
  if (recorded !== null) return { value: recorded, provenance: "recorded" };
  const at = span.last?.at ?? started?.at ?? null;
  return windowOf({ model: started?.model ?? span.model, at, agent: started?.agent ?? null }, models);
}
