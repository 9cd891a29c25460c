import type { TraceEventOf } from "../trace/event";
import { indexSession } from "../trace/lookup";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { deriveLedger } from "./derived";
import type { TurnLedger } from "./ledger-rows";
import { buildReportedLedger } from "./reported";

export function findReportedDecision(
  session: Session,
  turn: TurnIndex,
): TraceEventOf<"context.decided"> | null {
  const record = session.records.findLast(
    (candidate) => candidate.turn === turn && candidate.event.type === "context.decided",
  );
  return record?.event.type === "context.decided" ? record.event : null;
}

/** The harness's own, else one derived from the windows. `null` if the turn does not exist. */
export function buildLedgerOfTurn(session: Session, turn: TurnIndex): TurnLedger | null {
  const lookup = indexSession(session);
  const at = lookup.turnAt.get(turn);
  if (at === undefined) return null;
  const decision = findReportedDecision(session, turn);
  const ledger = decision === null ? deriveLedger(lookup, turn) : buildReportedLedger(lookup, turn, decision);
  return { ...ledger, budgets: at.budgets, remarks: listRemarks(session, turn) };
}

function listRemarks({ records }: Session, turn: TurnIndex): string[] {
  return records.flatMap(({ turn: of, event }) =>
    of === turn && event.type === "annotation.added" ? event.text.split("\n") : [],
  );
}
