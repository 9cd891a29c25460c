import type { LimitFigure } from "../../models/window-of";
import { windowOf } from "../../models/window-of";
import type { Tokens } from "../../units";
import type { FoldState, TurnStatement } from "./state";

/** How large each turn's context window was. Turns are asked for in order; later ones never change what was said of earlier ones. */
export class TurnWindows {
  /** The window that a turn last stated, by its model: it holds for the model's following turns. */
  readonly #stated = new Map<string, Tokens>();

  constructor(private readonly state: FoldState) {}

  next({ contextWindow, model, at }: TurnStatement): LimitFigure {
    const { started, models } = this.state;
    const name = model ?? started?.model ?? null;
    if (contextWindow !== undefined) this.#stated.set(name ?? "", contextWindow);
    const recorded = contextWindow ?? started?.contextWindow ?? this.#stated.get(name ?? "");
    if (recorded !== undefined) return { value: recorded, provenance: "recorded" };
    return windowOf({ model: name, at, agent: started?.agent ?? null }, models);
  }
}

/** The window of a session: what it was started with, else what its turns say last, else that of its model. */
export function sessionWindow({ started, turns, models }: FoldState): LimitFigure {
  const recorded =
    started?.contextWindow ??
    turns.findLast(({ event }) => event.contextWindow !== undefined)?.event.contextWindow;
  if (recorded !== undefined) return { value: recorded, provenance: "recorded" };
  const last = turns.at(-1)?.event;
  const model = started?.model ?? turns.find(({ event }) => event.model !== undefined)?.event.model ?? null;
  return windowOf({ model, at: last?.at ?? started?.at ?? null, agent: started?.agent ?? null }, models);
}
