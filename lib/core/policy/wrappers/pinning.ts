import { z } from "zod";
import type { History } from "../history";
import type { Message } from "../message";
import type { Decision, Policy } from "../policy";
import type { Change, ItemStatus, Projection } from "../projection";
import { defineWrapper, type WrapperInput, type WrapperResult } from "./wrapper";

/** What a request says of pins, under the signal `pins`: what must stay, and who needs it. */
export const pinsSignal = z.array(
  z.object({
    /** A message, block or tool call. */
    id: z.string(),
    neededBy: z.string(),
    /** It is needed now: when it is not there, that is worth saying. */
    due: z.boolean().default(false),
  }),
);
export type Pin = z.infer<typeof pinsSignal>[number];

const messageSchema = z.custom<Message>((value) => typeof value === "object" && value !== null);
const heldSchema = z.object({
  index: z.number(),
  status: z.enum(["trimmed", "cleared", "removed", "summarized"]),
  message: messageSchema.nullable(),
});
type Held = z.infer<typeof heldSchema>;

const state = z.object({
  /** What the policy inside took away and a pin put back: it leaves when the pin ends. */
  held: z.array(heldSchema).default([]),
  /** Pins that could not be kept and were reported. */
  reported: z.array(z.string()).default([]),
});
type State = z.infer<typeof state>;

const PINNING = "pinning";

/** Whether a policy has pinning around it, under whatever other wrappers. */
export function isPinning({ kind }: Pick<Policy, "kind">): boolean {
  return kind.split("+").slice(1).includes(PINNING);
}

/**
 * What an unexecuted step references may not leave: whatever the policy inside does to it is put back, and done when the
 * pin ends. A pinned result keeps its call and the other results of that call in the window, so that pairs stay whole.
 */
export const withPinning = defineWrapper<State>({
  id: PINNING,
  title: "with pinning",
  source: "Evidence of unexecuted plan steps is not eligible.",
  state,
  correct,
});

function correct(input: WrapperInput<State>): WrapperResult {
  const { state, history, shown, request } = input;
  const pins = pinsSignal.safeParse(request.signals.pins).data ?? [];
  const pinned = new Map<number, Pin>();
  const notes: string[] = [];
  for (const pin of pins) {
    const index = positionOf(history, pin.id);
    if (index !== undefined) pinned.set(index, pin);
    else if (pin.due && !state.reported.includes(pin.id)) {
      state.reported.push(pin.id);
      notes.push(`${pin.id}, needed by ${pin.neededBy}, cannot be kept: the history does not hold it.`);
    }
  }
  const standing = new Set(pinned.keys());
  for (const index of pinned.keys()) for (const other of pairOf(history, index)) standing.add(other);
  const decisions = [...release(input, standing), ...hold(input, pinned, standing)];
  const limit = request.budget ?? request.contextWindow;
  const tokens = shown.tokens + (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  if (state.held.length > 0 && limit !== null && tokens > limit)
    notes.push(`${tokens} tokens exceed ${limit}: ${state.held.length} pinned messages would have left.`);
  return { decisions, notes };
}

/** What was held back goes when nothing needs it any more, unless the policy inside has changed its mind. */
function release(
  { state, shown, history, changesBefore }: WrapperInput<State>,
  standing: ReadonlySet<number>,
): Decision[] {
  const wanted = new Set(
    shown.changes.slice(changesBefore).flatMap((change) => (change.status === "kept" ? rangeOf(change) : [])),
  );
  const free = state.held.filter(({ index }) => !standing.has(index));
  state.held = state.held.filter(({ index }) => standing.has(index) && !wanted.has(index));
  const leaving = free.filter(({ index }) => !wanted.has(index) && shown.statusAt(index) === "kept");
  shown.apply(leaving.map(changeOf));
  return leaving.map(({ index, status }) => ({
    action: ACTIONS[status],
    from: index,
    to: index + 1,
    rule: "unpinned",
    reason: `${history.at(index).id} leaves now: the policy let it go while it was pinned.`,
    numbers: {},
    reference: null,
  }));
}

function hold(
  { state, history, shown, request }: WrapperInput<State>,
  pinned: ReadonlyMap<number, Pin>,
  standing: ReadonlySet<number>,
): Decision[] {
  const decisions: Decision[] = [];
  for (const index of standing) {
    const status = shown.statusAt(index);
    if (status === "kept" || (!pinned.has(index) && keepsPairs(history, shown, index))) continue;
    state.held = [
      ...state.held.filter((one) => one.index !== index),
      { index, status, message: shown.at(index) },
    ];
    shown.apply([{ status: "kept", from: index, to: index + 1 }]);
    const pin = pinned.get(index);
    decisions.push({
      action: "protect",
      from: index,
      to: index + 1,
      rule: "pinned",
      reason:
        pin === undefined
          ? "It belongs to a call whose result is pinned."
          : `It would have been ${status}: ${pin.neededBy} needs it.`,
      numbers: { tokens: request.countMessage(history.at(index)) },
      reference: null,
    });
  }
  return decisions;
}

const ACTIONS = { trimmed: "trim", cleared: "clear", removed: "remove", summarized: "summarize" } as const;

function changeOf({ index, status, message }: Held): Change {
  if (status === "removed" || status === "summarized" || message === null)
    return { status: status === "summarized" ? status : "removed", from: index, to: index + 1 };
  return { status, index, message };
}

function rangeOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** The message that a pin means: by its id, by the id of a result's call, or by a block's usual name for either. */
function positionOf(history: History, id: string): number | undefined {
  const own = history.indexOf(id);
  if (own !== undefined) return own;
  return history.positions("tool").findLast((index) => history.at(index).toolCallId === id);
}

/** The message that makes a result's call, and all results of that message. */
function pairOf(history: History, index: number): number[] {
  const call = history.callOf(index)?.index;
  if (call === undefined) return [];
  const pair = [call];
  for (let i = call + 1; i < history.length && history.at(i).role === "tool"; i++)
    if (history.callOf(i)?.index === call) pair.push(i);
  return pair;
}

/** Whether a message that changed still has all of its calls. */
function keepsPairs(history: History, shown: Projection, index: number): boolean {
  const status: ItemStatus = shown.statusAt(index);
  const message = shown.at(index);
  if (status === "removed" || status === "summarized" || message === null) return false;
  return (message.toolCalls?.length ?? 0) === (history.at(index).toolCalls?.length ?? 0);
}
