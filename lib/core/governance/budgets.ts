import type { DeclaredBudgets, Session } from "../trace/session";
import type { TurnIndex } from "../units";

/** The budgets that hold at each turn for which a session's harness declared any. */
export function declaredBudgets({ turns }: Pick<Session, "turns">): Map<TurnIndex, DeclaredBudgets> {
  return new Map(turns.flatMap(({ index, budgets }) => (budgets === null ? [] : [[index, budgets]])));
}
