import type { Tokens, TurnIndex } from "../../units";
import type { TraceEventOf } from "../event";
import { isWindowGate } from "../order";
import type { DeclaredBudgets } from "../turn-figures";

type Declaration = TraceEventOf<"context.decided"> | TraceEventOf<"gate.checked">;

const WHOLE = "total";
const PART = /^budget\.(.+)$/;

interface Stated {
  /** Whether the budget holds for all phases. Then it replaces what was declared for single phases. */
  readonly everywhere: boolean;
  readonly phase: string | undefined;
  readonly limit: Tokens | undefined;
  readonly total: Tokens | undefined;
  readonly bySource: Readonly<Record<string, Tokens>> | undefined;
}

/**
 * Budgets of a ledger hold for the following turns of its phase. The window's division holds for all
 * following turns. Both hold until they are declared again.
 */
export class BudgetBook {
  private readonly byPhase = new Map<string | null, DeclaredBudgets>();
  private phase: string | null = null;
  private pending: Stated[] = [];
  /** The newest window size, and the newest total budget, that were stated outside of turns. */
  limit: Tokens | null = null;
  total: Tokens | null = null;
  newest: DeclaredBudgets | null = null;

  /** Events must come in order, before the turn that they are about. */
  declare(event: Declaration): void {
    if (event.type === "gate.checked" && !isWindowGate(event)) return;
    const budgets = event.type === "gate.checked" ? readGateBudgets(event) : readLedgerBudgets(event);
    this.pending.push(budgets);
    if (event.type === "context.decided") return;
    this.limit = budgets.limit ?? this.limit;
    this.total = budgets.total ?? this.total;
  }

  /** The budgets that hold at a turn; `null` if nothing was declared for its phase. Call it once per turn, in order. */
  at(turn: TurnIndex, phase: string | undefined): DeclaredBudgets | null {
    const ownPhase = this.pending.findLast((budgets) => budgets.phase !== undefined)?.phase ?? phase;
    this.phase = ownPhase ?? this.phase;
    for (const { everywhere, total, bySource } of this.pending.splice(0)) {
      if (total === undefined && bySource === undefined) continue;
      const before = this.getHolding();
      const of = everywhere ? null : this.phase;
      if (everywhere) this.byPhase.clear();
      this.newest = {
        phase: of,
        total: total ?? before?.total ?? null,
        bySource: bySource ?? before?.bySource ?? {},
        declaredTurn: turn,
      };
      this.byPhase.set(of, this.newest);
    }
    return this.getHolding();
  }

  private getHolding(): DeclaredBudgets | null {
    return this.byPhase.get(this.phase) ?? this.byPhase.get(null) ?? null;
  }
}

function readLedgerBudgets({ phase, tokenBudget, sourceBudgets }: TraceEventOf<"context.decided">): Stated {
  return { everywhere: false, phase, limit: undefined, total: tokenBudget, bySource: sourceBudgets };
}

function readGateBudgets({ numbers = {} }: TraceEventOf<"gate.checked">): Stated {
  const parts = Object.entries(numbers).flatMap(([key, value]): [string, number][] => {
    const source = PART.exec(key)?.[1];
    return source === undefined || source === WHOLE || !isTokens(value) ? [] : [[source, value]];
  });
  return {
    everywhere: true,
    phase: undefined,
    limit: readTokens(numbers, "limit"),
    total: readTokens(numbers, "budget") ?? readTokens(numbers, `budget.${WHOLE}`),
    bySource: parts.length === 0 ? undefined : Object.fromEntries(parts),
  };
}

function readTokens(numbers: Readonly<Record<string, number>>, key: string): Tokens | undefined {
  const value = numbers[key];
  return value !== undefined && isTokens(value) ? value : undefined;
}

function isTokens(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
