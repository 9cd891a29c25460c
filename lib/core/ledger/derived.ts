import type { SessionLookup } from "../trace/lookup";
import { findDepartureBefore, isKnownBefore, listWindow } from "../trace/lookup";
import type { Eviction, Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import type { LedgerReason, LedgerRow, TurnLedger } from "./ledger-rows";
import { describeEvictionReason } from "./reason";
import { makeLedgerBlockRow, getStandingSize } from "./rows";

/**
 * A turn's ledger worked out from the windows. Blocks in the window were included. Blocks that the session knew by then
 * but that are not in the window were excluded. A reason is given only if it can be shown. Linear in the session's
 * blocks and residencies.
 */
export function deriveLedger(
  lookup: SessionLookup,
  turn: TurnIndex,
): Omit<TurnLedger, "remarks" | "budgets"> {
  const windowKnown = lookup.turnAt.get(turn)?.window.known ?? false;
  const window = windowKnown ? listWindow(lookup, turn) : [];
  const standingBlocks = new Set(window.map((residency) => residency.block));
  const included = window.map((residency, i) => makeIncludedRow(lookup, residency, i + 1, turn));
  const absent: LedgerRow[] = [];
  for (const block of windowKnown ? lookup.session.blocks.keys() : [])
    if (!standingBlocks.has(block) && isKnownBefore(lookup, block, turn))
      absent.push(makeAbsentRow(lookup, block, turn));
  return {
    turn,
    provenance: "derived",
    head: null,
    windowKnown,
    rows: [...included, ...absent],
    disagreements: { notStanding: 0, notListed: 0 },
  };
}

function makeIncludedRow(
  lookup: SessionLookup,
  residency: Residency,
  position: number,
  turn: TurnIndex,
): LedgerRow {
  const departure = findDepartureBefore(lookup, residency.block, turn);
  return {
    ...makeLedgerBlockRow(lookup, residency.block),
    decision: "included",
    mode: residency.mode,
    position,
    tokens: getStandingSize(lookup, residency),
    originalRef: residency.reference?.text ?? null,
    reason: departure === null ? null : findReasonToStand(departure, residency),
    standing: true,
  };
}

function findReasonToStand(departure: Eviction, residency: Residency): LedgerReason | null {
  if (departure.toMode !== null && departure.toMode === residency.mode && departure.reenteredTurn === null)
    return describeEvictionReason(departure);
  const back = departure.reenteredTurn;
  if (back === null || back > residency.from) return null;
  return {
    class: "came_back",
    text: `back since turn ${back}; it had left at turn ${departure.turn}`,
    provenance: "derived",
    turn: back,
  };
}

function makeAbsentRow(lookup: SessionLookup, block: number, turn: TurnIndex): LedgerRow {
  const departure = findDepartureBefore(lookup, block, turn);
  const compaction =
    departure?.compaction == null ? undefined : lookup.session.compactions[departure.compaction];
  const summary = compaction?.summaryBlock ?? null;
  return {
    ...makeLedgerBlockRow(lookup, block),
    decision: compaction === undefined ? "excluded" : "compacted",
    reason: departure === null ? NEVER_ENTERED : describeEvictionReason(departure),
    summaryId: summary === null ? null : (lookup.session.blocks[summary]?.id ?? null),
    originalRef: departure?.reference?.text ?? null,
    standing: false,
  };
}

const NEVER_ENTERED: LedgerReason = {
  class: "never_entered",
  text: "known by then, but in no window so far; nothing recorded says why",
  provenance: "derived",
  turn: null,
};
