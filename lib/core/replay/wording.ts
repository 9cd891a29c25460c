import type { PolicyIdentity } from "../policy/policy";
import type { ReplaySource } from "./source";

/** Said wherever a replay's result is shown. */
export const COUNTERFACTUAL =
  "A replay works out what each window would have held. The model's answers stay as they were recorded: with another window it might have answered otherwise.";

/** Said where summaries are part of a replay. */
export const SIMULATED_SUMMARIES =
  "Summaries in a replay are simulated: no model wrote them, their size is assumed, and what they would have said is unknown.";

/** Said where evidence is shown under a policy. */
export const EVIDENCE_UNDER_POLICY =
  "Which evidence was used is read from the recorded answers; its state is that in the replayed windows. A placeholder that names no way back counts as gone, and so does evidence that only a simulated summary covers.";

/** What a reader of one replay must know. */
export function notesOf({ unseen, replaced, turns }: ReplaySource, policy: PolicyIdentity): string[] {
  const unknown = turns.filter(({ turn }) => !turn.window.known).length;
  return [
    COUNTERFACTUAL,
    `${policy.title}: ${policy.source}`,
    ...(replaced.length === 0
      ? []
      : [`${replaced.length} summaries of the recording gave way to what they stood for.`]),
    ...(unseen === 0
      ? []
      : [
          `Every window holds ${unseen} tokens for what the recording does not show: the median of measured totals minus known content.`,
        ]),
    ...(unknown === 0
      ? []
      : [`The recording does not show the windows of ${unknown} turns: they are left out of the figures.`]),
  ];
}
