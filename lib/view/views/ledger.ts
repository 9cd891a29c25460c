import { ledgerParams, loadLedgerParams } from "../url-state";
import { ledgerChangesRead, ledgerRead } from "./reads";
import type { SessionView } from "./view";
import { named, unnamed } from "./view";

export const ledger = {
  id: "ledger",
  title: "Ledger",
  segment: "ledger",
  of: null,
  tab: "ledger",
  isOfOneTurn: true,
  params: ledgerParams,
  share: {
    texts: ["q", "sel"],
    reads: ({ sessionId, search, facts }) => {
      const asked = loadLedgerParams(search);
      const turn = asked.turn ?? (facts.firstTurn ?? 0) + facts.turns - 1;
      const isChanged = asked.against === null && turn > (facts.firstTurn ?? 0);
      return [
        named("ledger", ledgerRead(sessionId, asked)),
        ...(isChanged ? [unnamed(ledgerChangesRead(sessionId, turn))] : []),
      ];
    },
  },
} as const satisfies SessionView;
