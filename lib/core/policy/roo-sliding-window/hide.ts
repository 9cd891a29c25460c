import { z } from "zod";
import type { StepInput, StepResult } from "../policy";
import { conversationStart } from "../shared/conversation";
import { appendUnits, removeUnits } from "../shared/units";
import { hiddenCount, truncationMarker } from "./hide-oldest";

/** Which messages are visible, and how often the window was moved. */
export const rooState = z.object({
  readTo: z.number().int().nonnegative().default(0),
  visible: z.array(z.number()).default([]),
  markers: z.number().int().nonnegative().default(0),
});

/** The state that both of Roo's rules need. */
export type RooState = z.infer<typeof rooState>;

/** Takes note of the messages that are new. */
export function readVisible({
  state,
  history,
}: Pick<StepInput<unknown, RooState>, "state" | "history">): void {
  if (state.readTo === 0) state.readTo = conversationStart(history);
  appendUnits(state.visible, history, state.readTo, history.length);
  state.readTo = history.length;
}

/** Hides the oldest visible messages after the first one behind a marker. */
export function hideOldest(
  { state, history }: Pick<StepInput<unknown, RooState>, "state" | "history">,
  fractionToRemove: number,
  why: string,
): StepResult {
  const hidden = hiddenCount(state.visible.length, fractionToRemove);
  if (hidden === 0) return { changes: [], notes: ["Too few messages are visible to hide any."] };
  const leaving = state.visible.slice(1, hidden + 1);
  const before = state.visible[hidden + 1] ?? history.length;
  state.visible.splice(1, hidden);
  const changes = removeUnits(history, leaving);
  const text = truncationMarker(hidden);
  const message = { id: `roo:marker-${state.markers++}`, role: "user", text } as const;
  return {
    changes: [...changes, { status: "inserted", before, message }],
    decisions: changes.map((change) => ({
      action: "remove",
      from: "from" in change ? change.from : before,
      to: "to" in change ? change.to : before,
      rule: "sliding-window",
      reason: `${why}: ${hidden} messages after the first are hidden; they can come back when the task is rewound.`,
      numbers: { hidden },
      reference: message.id,
    })),
  };
}
