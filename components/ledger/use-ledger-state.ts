import { useUrlState } from "../data/use-url-state";
import { useState } from "react";
import { requestedTurn } from "@/lib/view/requested-turns";
import { ledgerParams } from "@/lib/view/url-state";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";

/**
 * The state of the ledger page. While the page follows the session, the turn is the newest; choosing a turn stops that.
 * A turn outside the session becomes the nearest one inside.
 * @param range the turns of the session when the page was made
 */
export function useLedgerState(range: { readonly firstTurn: number; readonly lastTurn: number }) {
  const { following, follow } = useLive();
  const [chosen, setChosen] = useUrlState(ledgerParams, { history: "replace" });
  const [newest, setNewest] = useState(range.lastTurn);
  useOnChange(async (change) => setNewest((shown) => change.lastTurn ?? shown));
  const setState: typeof setChosen = (next, options) => {
    const moves =
      following && next !== null && typeof next !== "function" && ("turn" in next || "against" in next);
    if (!moves) return setChosen(next, options);
    follow(false);
    return setChosen({ turn: newest, ...next }, options);
  };
  const within = (turn: number | null) => requestedTurn(turn, { from: range.firstTurn, to: newest }).turn;
  const state = following
    ? { ...chosen, turn: newest, against: null }
    : { ...chosen, turn: within(chosen.turn), against: within(chosen.against) };
  return { state, setState };
}
