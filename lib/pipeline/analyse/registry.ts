import type { Analysis } from "./analysis";
import { evidence } from "./evidence";
import { figures } from "./figures";
import { findings } from "./findings";
import { plans } from "./plans";

/** Everything that is worked out from a whole session in the background. */
export const ANALYSES: readonly Analysis[] = [plans, evidence, findings, figures];
