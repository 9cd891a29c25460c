import { groupBy } from "../group-by";
import type { Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { SessionBill, TurnBill } from "./bill-parts";
import { sumOf } from "./bill-parts";
import { toMoney } from "./money";
import { readSums } from "./read-sums";

export interface CompactionBill {
  readonly turn: TurnIndex;
  /** The call that wrote the summary, where it is a turn of the session, and what was written again behind it. */
  readonly paid: number;
  /** What would have been read again until the end, or until the next compaction. */
  readonly saved: number;
  readonly freed: Tokens;
}

/** What each compaction cost, against what it saved. */
export function computeCompactionBills(session: Session, bill: SessionBill): CompactionBill[] {
  const turns = new Map(bill.turns.map((turn) => [turn.turn, turn]));
  const readCostUntil = readSums(bill.turns);
  const evictions = groupBy(session.evictions, ({ compaction }) => compaction);
  const calls = new Set(session.turns.flatMap(({ index, phase }) => (phase === "compaction" ? index : [])));
  const blockCosts = new Map(bill.blocks.map((block) => [block.block, block]));
  return session.compactions.map(({ turn, summaryBlock }, n) => {
    const ownTurn = turns.get(turn);
    const summary = summaryBlock === null ? undefined : blockCosts.get(summaryBlock);
    const leftTokens = (evictions.get(n) ?? []).reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
    const freed = Math.max(0, leftTokens - (summary?.tokens ?? 0));
    const until = session.compactions[n + 1]?.turn ?? Number.POSITIVE_INFINITY;
    const rewritten = ownTurn === undefined ? 0 : sumOf(ownTurn.parts.rewritten);
    return {
      turn,
      paid: toMoney(rewritten + (summary?.new ?? 0) + findCallCost(calls, turns, turn)),
      saved: toMoney(freed * (readCostUntil(until) - readCostUntil(turn))),
      freed,
    };
  });
}

/** The call before it, where the session names it as the one that wrote the summary. */
function findCallCost(
  calls: ReadonlySet<TurnIndex>,
  turns: ReadonlyMap<TurnIndex, TurnBill>,
  turn: TurnIndex,
): number {
  const before = turns.get(turn - 1);
  return before !== undefined && calls.has(turn - 1) ? before.input + before.output : 0;
}
