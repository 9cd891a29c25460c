import type { TraceEventOf } from "../trace/event";
import { lookupOf } from "../trace/lookup";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { derivedLedger } from "./derived";
import type { TurnLedger } from "./ledger";
import { reportedLedger } from "./reported";

export function keptLedger(session: Session, turn: TurnIndex): TraceEventOf<"context.decided"> | null {
  const record = session.records.findLast(
    (candidate) => candidate.turn === turn && candidate.event.type === "context.decided",
  );
  return record?.event.type === "context.decided" ? record.event : null;
}

/** The harness's own, else one derived from the windows. `null` if the turn does not exist. */
export function ledgerOfTurn(session: Session, turn: TurnIndex): TurnLedger | null {
  const lookup = lookupOf(session);
  const at = lookup.turnAt.get(turn);
  if (at === undefined) return null;
  const kept = keptLedger(session, turn);
  const ledger = kept === null ? derivedLedger(lookup, turn) : reportedLedger(lookup, turn, kept);
  return { ...ledger, budgets: at.budgets, remarks: remarksOn(session, turn) };
}

function remarksOn({ records }: Session, turn: TurnIndex): string[] {
  return records.flatMap(({ turn: of, event }) =>
    of === turn && event.type === "annotation.added" ? event.text.split("\n") : [],
  );
}
