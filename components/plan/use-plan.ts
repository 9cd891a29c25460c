import type { PlanInput } from "@/lib/view/answers";
import { useUrlState } from "../data/use-url-state";
import { useState } from "react";
import { requestedTurn } from "@/lib/view/requested-turns";
import { planParams } from "@/lib/view/url-state";
import { planRead } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";

export function usePlan(sessionId: string, initial: PlanInput): PlanInput {
  const read = useRead();
  const [grown, setGrown] = useState<{ from: PlanInput; facts: PlanInput } | null>(null);
  useOnChange(async () => {
    const facts = await read(planRead(sessionId));
    setGrown({ from: initial, facts });
  });
  return grown?.from === initial ? grown.facts : initial;
}

type PlanState = ReturnType<typeof useUrlState<typeof planParams>>[0];
type SetPlanState = (next: Partial<PlanState>, options?: { history: "push" | "replace" }) => void;

/**
 * The state of the plan page. While the page follows the session, the slider stands at the newest turn; moving it stops
 * that.
 */
export function usePlanState(lastTurn: number | null): [PlanState, SetPlanState, string | null] {
  const { following, follow } = useLive();
  const [state, setState] = useUrlState(planParams, { history: "replace" });
  const set: SetPlanState = (next, options) => {
    const moves = following && ("turn" in next || "sel" in next);
    if (moves) follow(false);
    setState(moves ? { turn: lastTurn, ...next } : next, options);
  };
  const { turn, note } = requestedTurn(state.turn, { from: 0, to: lastTurn ?? 0 });
  return [{ ...state, turn: following ? lastTurn : turn }, set, following ? null : note];
}
