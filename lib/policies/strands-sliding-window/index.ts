import { z } from "zod";
import type { History } from "../contract/history";
import { definePolicy, type Decision, type StepInput, type StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";
import { findLastAtOrBefore } from "../shared/conversation";
import { appendUnits, endOfUnit, removeUnits, findUnitAt, listUnpinnedUnits } from "../shared/units";
import { findTrimPoint } from "./trim";
import { listTextBlocks, setText, type Message } from "../contract/message";

const PRESERVED_CHARS = 200;
/** Shorter texts stay: cutting them would save less than the marker takes. */
const THRESHOLD_CHARS = 450;

function truncateResult(message: Message): Message | null {
  const blocks = listTextBlocks(message);
  const shortened = blocks.map(truncateText);
  if (shortened.every((text, i) => text === blocks[i])) return null;
  const short = setText(message, shortened.join("\n"));
  return message.texts === undefined ? short : { ...short, texts: shortened };
}

function truncateText(text: string): string {
  if (text.length <= THRESHOLD_CHARS) return text;
  const removed = text.length - 2 * PRESERVED_CHARS;
  return `${text.slice(0, PRESERVED_CHARS)}\n<truncated chars="${removed}"/>\n${text.slice(-PRESERVED_CHARS)}`;
}

const options = z.object({
  windowSize: z.number().int().nonnegative().default(40),
  shouldTruncateResults: z.boolean().default(true),
  pinFirst: z.number().int().nullable().default(null),
});

const state = z.object({
  /** The first positions of the units in the window, and how far the history was read. */
  units: z.array(z.number()).default([]),
  readTo: z.number().int().nonnegative().default(0),
  pinned: z.array(z.number()).nullable().default(null),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const strandsSlidingWindow = definePolicy({
  kind: "strands-sliding-window",
  version: "1.16.0",
  title: "Strands sliding window",
  vendor: "Strands Agents (@strands-agents/sdk)",
  configuration: { write: "typescript", pattern: "new SlidingWindowConversationManager(…)" },
  runsOn: { harness: ["Strands"] },
  source: "SlidingWindowConversationManager; checked against the package on generated conversations.",
  checked: { on: "2026-11-22", against: "@strands-agents/sdk@1.16.0" },
  malformed: null,
  keepEverything: { windowSize: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, request } = input;
  const managed = readInvocations(input);
  const trigger = {
    fired: request.overflow || (managed && state.units.length > options.windowSize),
    name: request.overflow ? "overflow" : "windowSize",
    measured: state.units.length,
    threshold: options.windowSize,
    unit: "messages",
    basis: "counted",
  } as const;
  if (!trigger.fired) return { changes: [], triggers: [trigger] };
  state.pinned ??= state.units.slice(0, Math.max(0, options.pinFirst ?? 0));
  const pinned = addPairPartners(history, state.units, state.pinned);
  if (request.overflow && options.shouldTruncateResults) {
    const truncated = truncateOldest(input, pinned);
    if (truncated !== null) return { ...truncated, triggers: [trigger] };
  }
  return { ...trim(input, pinned), triggers: [trigger] };
}

/**
 * Management runs when an invocation ends, so it judges everything up to the newest prompt. On overflow, or if a whole
 * history arrives at once, it judges everything.
 */
function readInvocations({ state, history, request }: Input): boolean {
  const prompt = findLastAtOrBefore(history.positions("user"), history.length);
  const starts = state.readTo === 0 || (prompt !== null && prompt >= state.readTo);
  const whole = state.readTo === 0 || request.overflow || prompt === null;
  const to = whole ? history.length : Math.max(state.readTo, prompt);
  if (starts || request.overflow) {
    appendUnits(state.units, history, state.readTo, to);
    state.readTo = to;
  }
  return starts;
}

function addPairPartners(history: History, units: readonly number[], pins: readonly number[]): Set<number> {
  const pinned = new Set(pins);
  units.forEach((unit, i) => {
    const next = units[i + 1];
    if (next === undefined || !isAnswer(history, next, unit)) return;
    if (pins.includes(unit)) pinned.add(next);
    if (pins.includes(next)) pinned.add(unit);
  });
  return pinned;
}

function isAnswer(history: History, unit: number, position: number): boolean {
  for (let index = unit; index < endOfUnit(history, unit); index++)
    if (history.callOf(index)?.index === position) return true;
  return false;
}

function truncateOldest(
  { state, history, shown, pins }: Input,
  pinned: ReadonlySet<number>,
): StepResult | null {
  const unit = state.units.find(
    (one) => history.at(one).role === "tool" && !pinned.has(one) && !pins.keepsText(one),
  );
  if (unit === undefined) return null;
  const changes: Change[] = [];
  const decisions: Decision[] = [];
  for (let index = unit; index < endOfUnit(history, unit); index++) {
    const current = shown.at(index);
    const message = current === null ? null : truncateResult(current);
    if (current === null || message === null) continue;
    changes.push({ status: "trimmed", index, message });
    decisions.push({
      action: "trim",
      from: index,
      to: index + 1,
      rule: "truncate-oldest-results",
      reason: "The provider refused the window: the middle of the oldest long result left.",
      numbers: { charsBefore: current.text.length, charsAfter: message.text.length },
      reference: null,
    });
  }
  return changes.length === 0 ? null : { changes, decisions };
}

function trim({ options, state, history, pins }: Input, pinned: ReadonlySet<number>): StepResult {
  const units = listUnpinnedUnits(history, state.units, pins);
  // Pinned units take room in the window, so other units leave instead.
  const room =
    options.windowSize === 0 ? 0 : Math.max(1, options.windowSize - (state.units.length - units.length));
  const point = findTrimPoint(history, units, room, pinned);
  const leaving =
    point === null
      ? []
      : units.slice(0, point.end).filter((unit, i) => i !== point.anchor && !pinned.has(unit));
  if (leaving.length === 0)
    return { changes: [], notes: ["There is no point at which the window may begin."] };
  const gone = new Set(leaving);
  const numbers = { messages: state.units.length, windowSize: options.windowSize };
  state.units = state.units.filter((unit) => !gone.has(unit));
  return {
    changes: removeUnits(history, leaving),
    decisions: [
      {
        action: "remove",
        from: findUnitAt(leaving, 0),
        to: endOfUnit(history, leaving.at(-1) ?? 0),
        rule: "sliding-window",
        reason: `${numbers.messages} messages stood in a window of ${options.windowSize}: the oldest left, up to a point where it may begin.`,
        numbers,
        reference: null,
      },
    ],
  };
}
