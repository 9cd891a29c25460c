import type { TurnIndex } from "../../units";
import type { FoldState } from "./state";

/** What is new or other than it was, as indexes into the session's lists. Turns are numbers, not indexes. */
export interface Touched {
  readonly blocks: ReadonlySet<number>;
  readonly residencies: ReadonlySet<number>;
  readonly turns: ReadonlySet<TurnIndex>;
}

/** What the fold has touched since the last call: what a store that follows it has to write. */
export function takeTouched(state: FoldState): Touched {
  return {
    blocks: take(state.registry.touched),
    residencies: take(state.window.touched),
    turns: take(state.calls.touched),
  };
}

function take<T>(set: Set<T>): ReadonlySet<T> {
  const copy = new Set(set);
  set.clear();
  return copy;
}
