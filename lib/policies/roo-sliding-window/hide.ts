import { z } from "zod";
import type { StepInput, StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { appendUnits, removeUnits, listUnpinnedUnits } from "../shared/units";

export const rooState = z.object({
  readTo: z.number().int().nonnegative().default(0),
  visible: z.array(z.number()).default([]),
  markers: z.number().int().nonnegative().default(0),
});

export type RooState = z.infer<typeof rooState>;

export function readVisible({
  state,
  history,
}: Pick<StepInput<unknown, RooState>, "state" | "history">): void {
  if (state.readTo === 0) state.readTo = findConversationStart(history);
  appendUnits(state.visible, history, state.readTo, history.length);
  state.readTo = history.length;
}

export function hideOldest(
  { state, history, pins }: Pick<StepInput<unknown, RooState>, "state" | "history" | "pins">,
  fractionToRemove: number,
  why: string,
): StepResult {
  const [first, ...others] = state.visible;
  const eligible = listUnpinnedUnits(history, others, pins);
  const hidden = countHidden((first === undefined ? 0 : 1) + eligible.length, fractionToRemove);
  if (hidden === 0) return { changes: [], notes: ["Too few messages are visible to hide any."] };
  const leaving = eligible.slice(0, hidden);
  const gone = new Set(leaving);
  const before = others.find((unit) => unit > (leaving.at(-1) ?? 0)) ?? history.length;
  state.visible = state.visible.filter((unit) => !gone.has(unit));
  const changes = removeUnits(history, leaving);
  const text = writeTruncationMarker(hidden);
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

/** How many visible messages after the first are hidden: a share of them, rounded down to an even number. */
export function countHidden(visible: number, fractionToRemove: number): number {
  const wanted = Math.floor((visible - 1) * fractionToRemove);
  return Math.max(0, wanted - (wanted % 2));
}

export function writeTruncationMarker(hidden: number): string {
  return `[Sliding window truncation: ${hidden} messages hidden to reduce context]`;
}
