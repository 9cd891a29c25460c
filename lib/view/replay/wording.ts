import { COUNTERFACTUAL } from "@/lib/replay/caveats";

/** The caveat beside results that the browser builds without a server's answer. */
export const COUNTERFACTUAL_TEXT = COUNTERFACTUAL;
