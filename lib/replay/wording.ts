import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import type { PolicyIdentity } from "@/lib/policies/contract/policy";
import { isPinning } from "@/lib/policies/wrappers/pinning";
import type { SessionMeta } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import { COUNTERFACTUAL } from "./caveats";
import { runScale, type RunScale } from "./run-totals";
import type { ReplaySource } from "./windows/source";

function limitNote({ contextWindow, contextWindowProvenance: from }: SessionMeta): string[] {
  if (contextWindow === null || from === "recorded") return [];
  return [`The recording does not state the context window: ${contextWindow} tokens are from the ${from}.`];
}

/** What a reader of a replay has to know beside its figures, a sentence each. */
export function listReplayNotes(source: ReplaySource, policy: PolicyIdentity): string[] {
  const { unseen, replaced, turns, recording } = source;
  const unknown = turns.filter(({ turn }) => !turn.window.known).length;
  const isTimeless = turns.every(({ turn }) => turn.at === null);
  return [
    COUNTERFACTUAL,
    `${policy.title}: ${policy.source}`,
    ...(replaced.length === 0
      ? []
      : [`${replaced.length} summaries of the recording gave way to what they stood for.`]),
    ...(unseen === 0
      ? []
      : [
          `Each turn holds what its recording measured beyond its content, under every policy; a policy plans with ${unseen} tokens for that, the median.`,
        ]),
    ...(unknown === 0
      ? []
      : [`The recording does not show the windows of ${unknown} turns: they are left out of the figures.`]),
    ...limitNote(recording.session.meta),
    ...(isTimeless && policy.waits === true
      ? ["The recording has no times: rules that wait for time to pass do not fire."]
      : []),
    ...listScaleNotes(runScale(recording.session)),
  ];
}

function listScaleNotes(scale: RunScale | null): string[] {
  if (scale === null) return [];
  const { reported, counted } = scale;
  return [
    `The run reports ${formatFigure(reported)} tokens sent where ${formatFigure(counted)} are counted: tokens sent by the run's own count are estimated by that factor, ${(reported / counted).toFixed(3)}.`,
  ];
}

function formatFigure(tokens: Tokens): string {
  return tokens.toLocaleString("en-US");
}

/** Why pinning by plan steps pinned nothing, where that is so. */
export function listPinningNotes(
  policy: PolicyIdentity,
  plans: readonly Plan[],
  pins: readonly string[],
): string[] {
  if (!isPinning(policy) || plans.some(({ steps }) => steps.some(({ needs }) => needs.length > 0))) return [];
  return pins.length === 0
    ? ["No plan step names what it needs, so nothing was pinned."]
    : ["No plan step names what it needs: only what the setup names was pinned."];
}
