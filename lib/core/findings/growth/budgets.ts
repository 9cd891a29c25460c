import type { Session, Turn } from "../../trace/session";
import type { Budget, ProjectedNext } from "../../window/projected-next";
import { budgetOf, budgetOrigin, projectedNext } from "../../window/projected-next";
import type { FindingSettings } from "../rule/settings";

/** The budget of one turn: its session's own, else the default of its project. */
export function budgetAt(
  { meta }: Session,
  turn: Turn | undefined,
  settings: FindingSettings,
): Budget | null {
  return budgetOf(meta.budget, turn?.contextWindow ?? meta.contextWindow, settings);
}

/** Where a turn's budget comes from, as the end of a sentence. */
export function originOf({ meta }: Session, turn: Turn | undefined, budget: Budget): string {
  const own = turn?.contextWindow != null ? turn.contextWindowProvenance : meta.contextWindowProvenance;
  return budgetOrigin(budget, own);
}

/** What the window after a turn holds at least. */
export function projectedAfter({ blocks }: Session, { usage, window, output }: Turn): ProjectedNext | null {
  const outputSizes = output.map((number) => {
    const block = blocks[number];
    return block?.versions[block.full]?.tokens ?? null;
  });
  return projectedNext({ usage, window: window.tokens, outputSizes });
}
