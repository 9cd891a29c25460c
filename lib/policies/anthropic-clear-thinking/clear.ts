import { z } from "zod";
import type { Message } from "../contract/message";
import type { StepInput, StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";

/** One entry of `context_management.edits`. It must be the first. */
export const clearThinkingEntry = z.object({
  type: z.literal("clear_thinking_20251015"),
  keep: z
    .union([
      z.object({ type: z.literal("thinking_turns"), value: z.number().int().min(1) }),
      z.object({ type: z.literal("all") }),
      z.literal("all"),
    ])
    .default({ type: "thinking_turns", value: 1 }),
});

export const clearThinkingEdit = clearThinkingEntry.extend({
  type: clearThinkingEntry.shape.type.default("clear_thinking_20251015"),
});

const count = z.number().int().nonnegative().default(0);

export const thinkingState = z.object({
  scannedTo: count,
  /** For every turn with thinking, its first message with thinking. A turn ends at a user message. */
  turns: z.array(z.number().int()).default([]),
  lastTurnUsers: z.number().int().default(-1),
  users: count,
  clearedTurns: count,
  clearedTokens: z.number().default(0),
});

type Input = StepInput<z.infer<typeof clearThinkingEntry>, z.infer<typeof thinkingState>>;

/** Removes the thinking of all assistant turns except the newest ones that have any. Only models that think send it. */
export function clearThinking(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  noteTurns(input);
  const keep = typeof options.keep === "object" && "value" in options.keep ? options.keep.value : Infinity;
  const first = state.clearedTurns;
  const last = Math.max(first, state.turns.length - keep);
  const from = state.turns[first] ?? 0;
  const to = state.turns[last] ?? history.length;
  state.clearedTurns = last;
  const changes: Change[] = [];
  for (let index = from; last > first && index < to; index++) {
    const message = shown.at(index);
    if (message?.thinking === undefined) continue;
    state.clearedTokens += request.countTokens(message.thinking);
    changes.push({ status: "trimmed", index, message: stripThinking(message) });
  }
  const report = {
    type: "clear_thinking_20251015",
    cleared_thinking_turns: state.clearedTurns,
    cleared_input_tokens: state.clearedTokens,
  };
  return {
    changes,
    edits: state.clearedTurns > 0 ? [report] : [],
    decisions: changes.length === 0 ? [] : [makeDecision(from, to, keep)],
  };
}

function noteTurns({ state, history }: Input): void {
  for (; state.scannedTo < history.length; state.scannedTo++) {
    const { role, thinking } = history.at(state.scannedTo);
    if (role === "user") state.users++;
    if (role !== "assistant" || thinking === undefined || state.lastTurnUsers === state.users) continue;
    state.lastTurnUsers = state.users;
    state.turns.push(state.scannedTo);
  }
}

function stripThinking(message: Message): Message {
  const { thinking: _thinking, ...rest } = message;
  return rest;
}

function makeDecision(from: number, to: number, keep: number) {
  return {
    action: "trim",
    from,
    to,
    rule: "keep-newest-thinking-turns",
    reason: `Thinking older than the newest ${keep} turns that have any.`,
    numbers: { keep },
    reference: null,
  } as const;
}
