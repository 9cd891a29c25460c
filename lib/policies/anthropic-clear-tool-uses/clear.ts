import { z } from "zod";
import { CLEARED_PLACEHOLDER, TINY_RESULT_TOKENS } from "@/lib/core/cost/cleared-result";
import type { Tokens } from "@/lib/core/units";
import { at } from "@/lib/core/assert";
import type { Message } from "../contract/message";
import type { ReportedEdit, StepInput, StepResult, Trigger } from "../contract/policy";
import { ToolUseClearing } from "../shared/clear-tool-uses";
import { writeJson } from "../shared/estimate";
import { findLowerBound } from "../contract/positions";
import type { ClearToolUsesEdit } from "./options";

/** What stands in place of a cleared result. */
export const PLACEHOLDER = CLEARED_PLACEHOLDER;

/** What the server remembers of a session. The cleared uses are always the oldest eligible ones. */
export const clearingState = z.object({
  scannedTo: z.number().int().nonnegative().default(0),
  /**
   * Positions of the eligible results, oldest first. `freedUpTo` holds the tokens that clearing all of them up to each
   * one frees.
   */
  eligible: z.array(z.number().int()).default([]),
  freedUpTo: z.array(z.number()).default([]),
  /**
   * How many eligible uses were processed. `passed` lists those of them that a pin kept, by their index in the list.
   */
  cleared: z.number().int().nonnegative().default(0),
  passed: z.array(z.number().int()).default([]),
});
type State = z.infer<typeof clearingState>;
type Input = StepInput<ClearToolUsesEdit, State>;

/**
 * The server-side clearing. The set of cleared uses only grows. Every request reports totals against the original
 * history. A clearing that would free too little does not happen. `freedBefore` is what earlier edits of the same
 * request freed.
 */
export function clearToolUses(input: Input, freedBefore: Tokens = 0): StepResult {
  const { options, state } = input;
  noteEligible(input);
  const trigger = makeTrigger(input, freedBefore);
  const choice = chooseUses(input);
  const { freed } = choice;
  if (trigger.fired) for (const place of choice.spared) input.pins.keepsText(at(state.eligible, place));
  const isWorthIt = freed >= (options.clear_at_least?.value ?? 0);
  if (!trigger.fired || choice.count === 0 || !isWorthIt)
    return { changes: [], triggers: [trigger], edits: reportOf(state) };

  const clearing = new ToolUseClearing(input.history, input.shown);
  const fresh = take(input, choice);
  for (const index of fresh) {
    clearing.clearResult(index, PLACEHOLDER);
    if (hasClearedInputs(options, input.history.toolNameOf(index))) clearing.clearInputsOf(index);
  }
  return {
    changes: clearing.changes,
    triggers: [trigger],
    edits: reportOf(state),
    decisions: fresh.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "keep-newest-tool-uses",
      reason: `Older than the newest ${options.keep.value} tool uses.`,
      numbers: {
        measured: trigger.measured ?? 0,
        threshold: trigger.threshold ?? 0,
        keep: options.keep.value,
        freed,
      },
      reference: null,
    })),
  };
}

interface Choice {
  readonly upTo: number;
  readonly late: readonly number[];
  readonly spared: readonly number[];
  readonly count: number;
  readonly freed: Tokens;
}

function chooseUses({ options, state, pins }: Pick<Input, "options" | "state" | "pins">): Choice {
  const { eligible, cleared } = state;
  const pinned = new Set(pins.pinned);
  let upTo = eligible.length;
  for (let kept = 0; kept < options.keep.value && upTo > cleared; upTo--)
    if (!pinned.has(at(eligible, upTo - 1))) kept++;
  const spared = pins.pinned
    .map((index) => findLowerBound(eligible, index))
    .filter((place) => place >= cleared && place < upTo && pinned.has(at(eligible, place)));
  const late = state.passed.filter((place) => !pinned.has(at(eligible, place)));
  const savedAt = (sum: Tokens, place: number) =>
    sum + sumFreedBy(state, place + 1) - sumFreedBy(state, place);
  return {
    upTo,
    late,
    spared,
    count: upTo - cleared - spared.length + late.length,
    freed:
      sumFreedBy(state, upTo) -
      sumFreedBy(state, cleared) -
      spared.reduce(savedAt, 0) +
      late.reduce(savedAt, 0),
  };
}

function take({ state }: Input, { upTo, late, spared }: Choice): number[] {
  const places = [...late];
  for (let place = state.cleared; place < upTo; place++) {
    if (!spared.includes(place)) places.push(place);
    else state.passed.push(place);
  }
  state.passed = state.passed.filter((place) => !late.includes(place));
  state.cleared = upTo;
  return places.map((place) => at(state.eligible, place));
}

/** Excluded tools and tiny results are no candidates and do not count towards the uses that `keep` keeps. */
function noteEligible({ options, state, history, request }: Input): void {
  const excluded = new Set(options.exclude_tools ?? []);
  for (; state.scannedTo < history.length; state.scannedTo++) {
    const index = state.scannedTo;
    const message = history.at(index);
    if (message.role !== "tool" || excluded.has(history.toolNameOf(index) ?? "")) continue;
    const tokens = request.countMessage(message);
    if (tokens < TINY_RESULT_TOKENS) continue;
    const saved =
      tokens - request.countTokens(PLACEHOLDER) + countInputTokensFreed(index, { options, history, request });
    state.freedUpTo.push(sumFreedBy(state, state.eligible.length) + saved);
    state.eligible.push(index);
  }
}

function countInputTokensFreed(
  index: number,
  { options, history, request }: Pick<Input, "options" | "history" | "request">,
): Tokens {
  const call = history.callOf(index)?.call;
  if (call === undefined || !hasClearedInputs(options, call.name)) return 0;
  return request.countTokens(writeJson(call.args)) - request.countTokens("{}");
}

function hasClearedInputs(
  { clear_tool_inputs: which }: ClearToolUsesEdit,
  toolName: string | undefined,
): boolean {
  return Array.isArray(which) ? which.includes(toolName ?? "") : which === true;
}

function sumFreedBy(state: State, count: number): Tokens {
  return count === 0 ? 0 : at(state.freedUpTo, count - 1);
}

function sumFreed(state: State): Tokens {
  return state.passed.reduce(
    (sum, place) => sum - sumFreedBy(state, place + 1) + sumFreedBy(state, place),
    sumFreedBy(state, state.cleared),
  );
}

/** The request is measured without what is already cleared. What a compaction removed still counts. */
function makeTrigger({ options, state, history, request }: Input, freedBefore: Tokens): Trigger {
  const { type, value } = options.trigger;
  if (type === "tool_uses") {
    const measured = history.measure(countCalls).total();
    return {
      fired: measured > value,
      name: type,
      measured,
      threshold: value,
      unit: "items",
      basis: "counted",
    };
  }
  const messages = history.measure(request.countMessage).total() - sumFreed(state);
  const measured = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0) + messages - freedBefore;
  return {
    fired: measured > value,
    name: type,
    measured,
    threshold: value,
    unit: "tokens",
    basis: "estimated",
  };
}

function countCalls(message: Message): number {
  return message.toolCalls?.length ?? 0;
}

function reportOf(state: State): ReportedEdit[] {
  const uses = state.cleared - state.passed.length;
  if (uses === 0) return [];
  return [
    {
      type: "clear_tool_uses_20250919",
      cleared_tool_uses: uses,
      cleared_input_tokens: sumFreed(state),
    },
  ];
}
