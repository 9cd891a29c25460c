import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { turnAt } from "../window/turn-at";
import type { ClaimOf } from "./claim";

/** A number of a turn; `null` where its source states none. */
export function readFigure(
  { turns, meta }: Session,
  turn: TurnIndex,
  of: ClaimOf<"usage">["of"],
): number | null {
  const facts = turnAt(turns, turn);
  if (facts === undefined) return null;
  switch (of) {
    case "window":
      return facts.window.tokens.value;
    case "delta":
      return facts.delta.value;
    case "input":
      return facts.usage?.input ?? null;
    case "cache-read":
      return facts.usage?.cacheRead ?? null;
    case "cache-write":
      return facts.usage?.cacheWrite ?? null;
    case "output":
      return facts.usage?.output ?? null;
    case "budget":
      return facts.budgets?.total ?? meta.budget;
    case "context-window":
      return facts.contextWindow ?? meta.contextWindow;
    default:
      return facts.window.known ? (facts.window.bySource[of] ?? 0) : null;
  }
}
