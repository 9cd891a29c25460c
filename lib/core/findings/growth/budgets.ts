import type { Session, Turn } from "../../trace/session";
import type { Budget, ProjectedNext } from "../../window/projected-next";
import { chooseBudget, describeBudget, projectNext } from "../../window/projected-next";
import type { FindingSettings } from "../rule/settings";

export function findBudget(
  { meta }: Session,
  turn: Turn | undefined,
  settings: FindingSettings,
): Budget | null {
  return chooseBudget(meta.budget, turn?.contextWindow ?? meta.contextWindow, settings);
}

export function describeBudgetOrigin({ meta }: Session, turn: Turn | undefined, budget: Budget): string {
  const provenance =
    turn?.contextWindow != null ? turn.contextWindowProvenance : meta.contextWindowProvenance;
  return describeBudget(budget, provenance);
}

export function projectAfter({ blocks }: Session, { usage, window, output }: Turn): ProjectedNext | null {
  const outputSizes = output.map((number) => {
    const block = blocks[number];
    return block?.versions[block.full]?.tokens ?? null;
  });
  return projectNext({ usage, window: window.tokens, outputSizes });
}
