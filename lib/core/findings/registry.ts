import { budgetExceeded } from "./growth/budget-exceeded";
import { budgetProjected } from "./growth/budget-projected";
import { checkpointRepeated } from "./growth/checkpoint-repeated";
import { checkpointTooEarly } from "./growth/checkpoint-too-early";
import { spike } from "./growth/spike";
import { toolResultsDominate } from "./growth/tool-results-dominate";
import { turnsLeft } from "./growth/turns-left";
import type { FindingRule } from "./rule";

/** Every kind of finding, in the order in which families are told. */
export const FINDING_RULES: readonly FindingRule[] = [
  spike,
  budgetProjected,
  budgetExceeded,
  toolResultsDominate,
  turnsLeft,
  checkpointRepeated,
  checkpointTooEarly,
];
