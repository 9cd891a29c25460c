import { countUntil } from "../count-until";
import type { Turn } from "../trace/session";
import type { TurnIndex } from "../units";

export function turnAt(turns: readonly Turn[], index: TurnIndex): Turn | undefined {
  const turn = turns[countUntil(turns, (earlier) => earlier.index < index)];
  return turn?.index === index ? turn : undefined;
}

/** The turns between two turns, both included. */
export function sliceTurnsBetween(turns: readonly Turn[], from: TurnIndex, to: TurnIndex): readonly Turn[] {
  return turns.slice(
    countUntil(turns, ({ index }) => index < from),
    countUntil(turns, ({ index }) => index <= to),
  );
}
