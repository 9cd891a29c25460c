import { ledgerParams, loadLedgerParams } from "../url-state";
import { ledgerChangesRead, ledgerRead } from "./reads";
import type { SessionView } from "./view";

export const ledger = {
  id: "ledger",
  title: "Ledger",
  segment: "ledger",
  of: null,
  tab: "ledger",
  isOfOneTurn: true,
  params: ledgerParams,
  reads: ({ sessionId, search }) => ({ ledger: ledgerRead(sessionId, loadLedgerParams(search)) }),
  share: {
    texts: ["q", "sel"],
    details: ({ sessionId, search, facts: { firstTurn, turns } }) => {
      const asked = loadLedgerParams(search);
      const turn = asked.turn ?? (firstTurn ?? 0) + turns - 1;
      return asked.against === null && turn > (firstTurn ?? 0) ? [ledgerChangesRead(sessionId, turn)] : [];
    },
  },
} as const satisfies SessionView;
