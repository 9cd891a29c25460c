import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";

/** What a harness allowed itself for a turn: as a whole, and by source kind. */
export interface DeclaredBudgets {
  readonly phase: string | null;
  readonly total: Tokens | null;
  readonly bySource: Readonly<Partial<Record<SourceKind, Tokens>>>;
  readonly declaredTurn: TurnIndex;
}

/**
 * The budgets that the ledgers of a session declare, for every turn at which one holds. A ledger that gives none keeps
 * those of the newest ledger of its phase.
 */
export function declaredBudgets({
  turns,
  records,
}: Pick<Session, "turns" | "records">): Map<TurnIndex, DeclaredBudgets> {
  const byPhase = new Map<string | null, DeclaredBudgets>();
  const found = new Map<TurnIndex, DeclaredBudgets>();
  const ledgers = new Map(
    records.flatMap(({ turn, event }) => (event.type === "context.decided" ? [[turn, event] as const] : [])),
  );
  let phase: string | null = null;
  for (const { index, phase: own } of turns) {
    const ledger = ledgers.get(index);
    phase = ledger?.phase ?? own ?? phase;
    if (ledger?.tokenBudget !== undefined || ledger?.sourceBudgets !== undefined)
      byPhase.set(phase, {
        phase,
        total: ledger.tokenBudget ?? byPhase.get(phase)?.total ?? null,
        bySource: ledger.sourceBudgets ?? byPhase.get(phase)?.bySource ?? {},
        declaredTurn: index,
      });
    const holds = byPhase.get(phase) ?? byPhase.get(null);
    if (holds !== undefined) found.set(index, holds);
  }
  return found;
}
