import type { TraceEventOf } from "../trace/event";
import type { SessionLookup } from "../trace/lookup";
import { listWindow } from "../trace/lookup";
import type { Residency } from "../trace/session";
import type { Figure } from "../trace/turn-figures";
import type { LedgerReason, LedgerRow, TurnLedger } from "./ledger-rows";
import { makeStatedReason } from "./reason";
import { makeLedgerBlockRow, getStandingSize, UNKNOWN_FIGURE } from "./rows";

type Decided = TraceEventOf<"context.decided">;

interface Place {
  readonly residency: Residency;
  readonly position: number;
}

/** The ledger that the harness kept itself, set against the recorded window: it says where the two disagree. */
export function buildReportedLedger(
  lookup: SessionLookup,
  turn: number,
  event: Decided,
): Omit<TurnLedger, "remarks" | "budgets"> {
  const windowKnown = lookup.turnAt.get(turn)?.window.known ?? false;
  const places = new Map<number, Place>(
    windowKnown
      ? listWindow(lookup, turn).map((residency, i): [number, Place] => [
          residency.block,
          { residency, position: i + 1 },
        ])
      : [],
  );
  const checkStanding = (block: number | null) => (windowKnown ? block !== null && places.has(block) : null);
  const makeBaseRow = (id: string) => makeSourceRow(lookup, id);
  const included = event.included.map((item): LedgerRow => {
    const row = makeBaseRow(item.sourceId);
    const place = row.block === null ? undefined : places.get(row.block);
    return {
      ...row,
      kind: item.sourceKind,
      decision: "included",
      mode: item.mode,
      position: place?.position ?? null,
      trust: item.trustLevel ?? row.trust,
      tokens:
        makeStatedFigure(item.tokens) ??
        (place === undefined ? row.tokens : getStandingSize(lookup, place.residency)),
      originalRef: place?.residency.reference?.text ?? null,
      reason: makeStatedReason(item.reason),
      standing: checkStanding(row.block),
    };
  });
  const excluded = event.excluded.map((item): LedgerRow => {
    const row = makeBaseRow(item.sourceId);
    return {
      ...row,
      kind: item.sourceKind,
      decision: "excluded",
      trust: item.trustLevel ?? row.trust,
      tokens: makeStatedFigure(item.tokens) ?? row.tokens,
      reason: makeStatedReason(item.reason),
      text: item.text ?? null,
      standing: checkStanding(row.block),
    };
  });
  const compacted = event.compactions.map((item): LedgerRow => {
    const row = makeBaseRow(item.sourceId);
    return {
      ...row,
      decision: "compacted",
      summaryId: item.summaryId,
      originalRef: item.originalRef,
      reason: null,
      standing: checkStanding(row.block),
    };
  });
  const listedBlocks = new Set(included.map((row) => row.block));
  const unlisted = [...places.values()]
    .filter(({ residency }) => !listedBlocks.has(residency.block))
    .map((place) => makeUnlistedRow(lookup, place));
  return {
    turn,
    provenance: "reported",
    head: {
      runId: event.runId,
      policy: event.policy ?? null,
      phase: event.phase ?? null,
      tokenBudget: event.tokenBudget ?? null,
      estimatedTokens: event.estimatedTokens ?? null,
    },
    windowKnown,
    rows: [...included, ...unlisted, ...excluded, ...compacted],
    disagreements: {
      notStanding: included.filter((row) => row.standing === false).length,
      notListed: unlisted.length,
    },
  };
}

function makeUnlistedRow(lookup: SessionLookup, { residency, position }: Place): LedgerRow {
  return {
    ...makeLedgerBlockRow(lookup, residency.block),
    decision: "included",
    mode: residency.mode,
    position,
    tokens: getStandingSize(lookup, residency),
    reason: UNLISTED,
    standing: true,
  };
}

const UNLISTED: LedgerReason = {
  class: "unlisted",
  text: "stands in the window; the ledger does not list it",
  provenance: "derived",
  turn: null,
};

function makeSourceRow(lookup: SessionLookup, sourceId: string) {
  const block = lookup.blockOf.get(sourceId);
  if (block !== undefined) return makeLedgerBlockRow(lookup, block);
  return {
    sourceId,
    block: null,
    kind: "other" as const,
    name: null,
    mode: null,
    position: null,
    trust: null,
    tokens: UNKNOWN_FIGURE,
    enteredTurn: null,
    summaryId: null,
    originalRef: null,
    text: null,
  };
}

function makeStatedFigure(tokens: number | undefined): Figure | null {
  return tokens === undefined ? null : { value: tokens, provenance: "measured" };
}
