import type { Session, Turn } from "../../trace/session";
import type { Budget, ProjectedNext } from "../../window/projected-next";
import { budgetOf, budgetOrigin, projectedNext } from "../../window/projected-next";
import type { FindingSettings } from "../rule/settings";

export function findingBudget(
  { meta }: Session,
  turn: Turn | undefined,
  settings: FindingSettings,
): Budget | null {
  return budgetOf(meta.budget, turn?.contextWindow ?? meta.contextWindow, settings);
}

export function budgetOriginAt({ meta }: Session, turn: Turn | undefined, budget: Budget): string {
  const own = turn?.contextWindow != null ? turn.contextWindowProvenance : meta.contextWindowProvenance;
  return budgetOrigin(budget, own);
}

export function projectedAfter({ blocks }: Session, { usage, window, output }: Turn): ProjectedNext | null {
  const outputSizes = output.map((number) => {
    const block = blocks[number];
    return block?.versions[block.full]?.tokens ?? null;
  });
  return projectedNext({ usage, window: window.tokens, outputSizes });
}
