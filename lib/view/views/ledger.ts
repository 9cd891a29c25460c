import { ledgerParams, loadLedgerParams } from "../url-state";
import { ledgerRead } from "./reads";
import type { SessionView } from "./view";
import { named } from "./view";

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
    reads: ({ sessionId, search }) => [named("ledger", ledgerRead(sessionId, loadLedgerParams(search)))],
  },
} as const satisfies SessionView;
