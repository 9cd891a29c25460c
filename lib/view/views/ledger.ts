import { makeApiRead } from "@/lib/api/request/request";
import type { LedgerState } from "../url-state";
import { ledgerParams, loadLedgerParams } from "../url-state";
import type { SessionView } from "./view";

export const LEDGER_PAGE_ROWS = 200;
const CHANGES = 1_000;

export const askLedger = (
  id: string,
  { sel: _marked, ...state }: LedgerState,
  page = { offset: 0, limit: LEDGER_PAGE_ROWS },
) => makeApiRead("/api/v1/sessions/{id}/ledger", { id }, { ...state, ...page });

/** The ledger of a turn against the one before. */
export const askLedgerChanges = (id: string, turn: number) =>
  makeApiRead(
    "/api/v1/sessions/{id}/ledger",
    { id },
    { turn, against: Math.max(0, turn - 1), by: "none", limit: CHANGES },
  );

export const ledger = {
  id: "ledger",
  title: "Ledger",
  segment: "ledger",
  of: null,
  tab: "ledger",
  isOfOneTurn: true,
  params: ledgerParams,
  reads: ({ sessionId, search }) => ({ ledger: askLedger(sessionId, loadLedgerParams(search)) }),
  share: {
    texts: ["q", "sel"],
    details: ({ sessionId, search, facts: { firstTurn, turns } }) => {
      const asked = loadLedgerParams(search);
      const turn = asked.turn ?? (firstTurn ?? 0) + turns - 1;
      return asked.against === null && turn > (firstTurn ?? 0) ? [askLedgerChanges(sessionId, turn)] : [];
    },
  },
} as const satisfies SessionView;
