import { z } from "zod";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import { NO_PINS, type Pins } from "../contract/pins";
import type { Decision, Policy } from "../contract/policy";
import type { Change, Guard } from "../contract/projection";
import { defineWrapper, type Restraint, type WrapperInput, type WrapperResult } from "./wrapper";

/** The signal `pins` of a request: what must stay, and who needs it. */
export const pinsSignal = z.array(
  z.object({
    id: z.string(),
    neededBy: z.string(),
    /** Needed now: if it is missing, the decision says so. */
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
  /** What the inner policy believes it removed and a pin keeps. It leaves when the pin ends. */
  held: z.array(heldSchema).default([]),
  /** Positions that rules skipped or that were held; each is reported once. */
  spared: z.array(z.number()).default([]),
  reported: z.array(z.string()).default([]),
});
type State = z.infer<typeof state>;
type Place = Pick<WrapperInput<State>, "state" | "history" | "shown" | "request">;

const PINNING = "pinning";

export function isPinning({ kind }: Pick<Policy, "kind">): boolean {
  return kind.split("+").slice(1).includes(PINNING);
}

/**
 * Keeps what an unexecuted step references. The inner rules skip it when they choose. What one of them still takes is
 * held back until the pin ends. A pin keeps what stands; it does not bring anything back.
 */
export const withPinning = defineWrapper<State>({
  id: PINNING,
  title: "with pinning",
  source: "Evidence of unexecuted plan steps is not eligible.",
  state,
  restrain: restrainStep,
  correct: correctStep,
});

function restrainStep(place: Place): Restraint {
  const pinned = indexPinned(place);
  if (pinned.size === 0) return { pins: NO_PINS, guard: () => false };
  const staying = new Set(pinned.keys());
  for (const index of pinned.keys()) for (const other of listPair(place.history, index)) staying.add(other);
  return { pins: buildPins(place, pinned, staying), guard: makeGuard(place, pinned, staying) };
}

function indexPinned({ history, request }: Pick<Place, "history" | "request">): Map<number, Pin> {
  const pinned = new Map<number, Pin>();
  for (const pin of pinsSignal.safeParse(request.signals.pins).data ?? []) {
    const index = findPosition(history, pin.id);
    if (index === undefined) continue;
    const known = pinned.get(index);
    const isNew = known !== undefined && !known.neededBy.split(", ").includes(pin.neededBy);
    if (known === undefined) pinned.set(index, pin);
    else if (isNew) pinned.set(index, { ...known, neededBy: `${known.neededBy}, ${pin.neededBy}` });
  }
  return pinned;
}

function buildPins({ state }: Place, pinned: ReadonlyMap<number, Pin>, staying: ReadonlySet<number>): Pins {
  const spare = (index: number) => {
    if (!state.spared.includes(index)) state.spared.push(index);
    return true;
  };
  return {
    pinned: [...pinned.keys()].sort((a, b) => a - b),
    staying: [...staying].sort((a, b) => a - b),
    keepsText: (index) => pinned.has(index) && spare(index),
    keepsPlace: (index) => staying.has(index) && spare(index),
  };
}

/**
 * A pinned message may neither leave nor change. The other messages of its pair may change as long as all of their
 * calls stay.
 */
function makeGuard(
  { state, history }: Place,
  pinned: ReadonlyMap<number, Pin>,
  staying: ReadonlySet<number>,
): Guard {
  return (index, next) => {
    if (!staying.has(index)) return false;
    state.held = state.held.filter((one) => one.index !== index);
    if (next === null) return false;
    const stays = next.status !== "removed" && next.status !== "summarized" && next.message !== null;
    if (!pinned.has(index) && stays && hasAllCalls(next.message, history.at(index))) return false;
    state.held.push({ index, status: next.status, message: next.message });
    if (!state.spared.includes(index)) state.spared.push(index);
    return true;
  };
}

function hasAllCalls(message: Message | null, original: Message): boolean {
  return (message?.toolCalls?.length ?? 0) === (original.toolCalls?.length ?? 0);
}

function correctStep(input: WrapperInput<State>): WrapperResult {
  const { shown, request, history } = input;
  const pinned = indexPinned(input);
  const staying = new Set([...pinned.keys()].flatMap((index) => [index, ...listPair(history, index)]));
  const decisions = [...release(input, staying), ...tellSpared(input, pinned, staying)];
  const notes = listUnkept(input, pinned);
  const limit = request.budget ?? request.contextWindow;
  const tokens = shown.tokens + (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  const kept = input.state.spared.filter((index) => staying.has(index));
  if (kept.length > 0 && limit !== null && tokens > limit)
    notes.push(`${tokens} tokens exceed ${limit}: ${kept.length} messages that a pin keeps would have left.`);
  const held = kept.map((index) => ({ index, reason: describeReason(input.state, index, pinned) }));
  return { decisions, notes, held };
}

/** Held messages leave when nothing needs them any more. */
function release({ state, shown, history }: WrapperInput<State>, staying: ReadonlySet<number>): Decision[] {
  const free = state.held.filter(({ index }) => !staying.has(index));
  state.held = state.held.filter(({ index }) => staying.has(index));
  const leaving = free.filter(({ index }) => shown.statusAt(index) === "kept");
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

/** One row for each message that a pin keeps, at the step at which a rule would first have taken it. */
function tellSpared(
  { state, history, request }: WrapperInput<State>,
  pinned: ReadonlyMap<number, Pin>,
  staying: ReadonlySet<number>,
): Decision[] {
  const reported = new Set(state.reported);
  const decisions: Decision[] = [];
  for (const index of state.spared) {
    const name = `spared ${history.at(index).id}`;
    if (!staying.has(index) || reported.has(name)) continue;
    state.reported.push(name);
    decisions.push({
      action: "protect",
      from: index,
      to: index + 1,
      rule: "pinned",
      reason: describeReason(state, index, pinned),
      numbers: { tokens: request.countMessage(history.at(index)) },
      reference: null,
    });
  }
  state.spared = state.spared.filter((index) => staying.has(index));
  return decisions;
}

function describeReason({ held }: State, index: number, pinned: ReadonlyMap<number, Pin>): string {
  const pin = pinned.get(index);
  if (pin === undefined) return "It belongs to a call whose result is pinned.";
  const would = held.find((one) => one.index === index);
  return `It would have ${would === undefined ? "left" : `been ${would.status}`}: needed by ${pin.neededBy}.`;
}

/** Pins that keep nothing: the history does not hold what they name, or it had left before it was needed. */
function listUnkept(
  { state, history, shown, request }: WrapperInput<State>,
  pinned: ReadonlyMap<number, Pin>,
) {
  const notes: string[] = [];
  const tell = (id: string, text: string) => {
    if (state.reported.includes(id)) return;
    state.reported.push(id);
    notes.push(text);
  };
  for (const pin of pinsSignal.safeParse(request.signals.pins).data ?? [])
    if (pin.due && findPosition(history, pin.id) === undefined)
      tell(pin.id, `${pin.id}, needed by ${pin.neededBy}, cannot be kept: the history does not hold it.`);
  for (const [index, pin] of pinned) {
    const status = shown.statusAt(index);
    if (status !== "kept")
      tell(
        pin.id,
        `${pin.id}, needed by ${pin.neededBy}, cannot be kept: it was ${status} before it was pinned, and a pin brings nothing back.`,
      );
  }
  return notes;
}

const ACTIONS = { trimmed: "trim", cleared: "clear", removed: "remove", summarized: "summarize" } as const;

function changeOf({ index, status, message }: Held): Change {
  if (status === "removed" || status === "summarized" || message === null)
    return { status: status === "summarized" ? status : "removed", from: index, to: index + 1 };
  return { status, index, message };
}

/** The message that a pin names: by its id, by the id of a result's call, or by a block's usual name for either. */
function findPosition(history: History, id: string): number | undefined {
  return history.indexOf(id) ?? history.resultOf(id);
}

function listPair(history: History, index: number): number[] {
  const call = history.callOf(index)?.index;
  if (call === undefined) return [];
  const pair = [call];
  for (let i = call + 1; i < history.length && history.at(i).role === "tool"; i++)
    if (history.callOf(i)?.index === call) pair.push(i);
  return pair;
}
