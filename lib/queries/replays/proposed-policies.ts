import type { SessionSkeleton } from "@/lib/api/schemas/session";
import type { PolicyChoice } from "@/lib/replay/choose-policy";
import { listComparisons, type Comparison } from "@/lib/replay/comparisons";
import type { ProposalInput } from "@/lib/replay/proposal";
import { proposeChoices } from "@/lib/replay/proposal";
import { searchChoices } from "@/lib/replay/search-choices";

export function proposePolicies(session: SessionSkeleton): PolicyChoice[] {
  return proposeChoices(buildInput(session));
}

/** Turns that a search may replay, of all policies together: a long session has fewer of them tried. */
const TURNS_SEARCHED = 8_000;
const SEARCHED_MIN = 6;

/** What is tried to find the cheapest change that keeps what the session wanted again, the smallest change first. */
export function listSearchedPolicies(session: SessionSkeleton): PolicyChoice[] {
  const most = Math.floor(TURNS_SEARCHED / Math.max(1, session.counts.turns ?? 0));
  return searchChoices(buildInput(session)).slice(0, Math.max(SEARCHED_MIN, most));
}

function buildInput({ agent, source, model, policy, tokens, story }: SessionSkeleton): ProposalInput {
  return {
    place: { agent, format: source?.format ?? null, models: model === null ? [] : [model] },
    policy,
    peak: tokens.peakWindow,
    missed: story?.missed.map(({ blockId }) => blockId) ?? [],
  };
}

export function comparisonsOf(session: SessionSkeleton): Comparison[] {
  return listComparisons(session.tokens.peakWindow, proposePolicies(session));
}
