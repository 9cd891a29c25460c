import type { SessionSkeleton } from "@/lib/api/schemas/session";
import type { PolicyChoice } from "@/lib/replay/choose-policy";
import { listComparisons, type Comparison } from "@/lib/replay/comparisons";
import { proposeChoices } from "@/lib/replay/proposal";

export function proposedPolicies({
  agent,
  source,
  model,
  policy,
  tokens,
  story,
}: SessionSkeleton): PolicyChoice[] {
  return proposeChoices({
    place: { agent, format: source?.format ?? null, models: model === null ? [] : [model] },
    policy,
    peak: tokens.peakWindow,
    missed: story?.missed.map(({ blockId }) => blockId) ?? [],
  });
}

export function comparisonsOf(session: SessionSkeleton): Comparison[] {
  return listComparisons(session.tokens.peakWindow, proposedPolicies(session));
}
