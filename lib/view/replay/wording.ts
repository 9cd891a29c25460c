import { COUNTERFACTUAL } from "@/lib/replay/wording";

/** Said next to every result that no server's answer comes with. */
export const COUNTERFACTUAL_TEXT = COUNTERFACTUAL;
