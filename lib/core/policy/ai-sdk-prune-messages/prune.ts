import { z } from "zod";
import type { History } from "../history";
import type { Message } from "../message";
import type { Decision, StepInput, StepResult } from "../policy";
import type { Change } from "../projection";
import type { PruneOptions, ToolRule } from "./options";

export const pruneState = z.object({
  /** Everything before it stands as it will stay, but for the waiting. */
  settledTo: z.number().int().nonnegative().default(0),
  /** Positions that still hold a call or result only because the tail mentions it. */
  waiting: z.array(z.number().int()).default([]),
});
type Input = StepInput<PruneOptions, z.infer<typeof pruneState>>;

/** A rule at one request: where its tail starts and which ids that tail mentions. */
interface PlacedRule {
  readonly rule: ToolRule;
  readonly tailStart: number;
  readonly spared: ReadonlySet<string>;
}

/** Prunes parts by their place from the end. Only the tail, what has just left it and what waits for it are looked at. */
export function pruneMessages(
  { options, state, history, shown }: Input,
  rules: readonly ToolRule[],
): StepResult {
  const placed = rules.map((rule) => place(history, rule));
  const lastMessage = tailStart(history, 1);
  const settled = Math.min(
    history.length,
    ...placed.map((one) => one.tailStart),
    options.reasoning === "none" ? Infinity : lastMessage,
  );
  const waiting: number[] = [];
  const changes: Change[] = [];
  for (const index of positionsToSee(state, history.length)) {
    const dropsThinking =
      options.reasoning === "all" || (options.reasoning === "before-last-message" && index < lastMessage);
    const { message, waits } = pruneOne(history.at(index), index, dropsThinking, placed);
    if (waits && index < settled) waiting.push(index);
    changes.push(changeTo(history, index, message, options));
  }
  state.waiting = waiting;
  state.settledTo = Math.max(state.settledTo, settled);
  const effective = changes.filter((change) => !isAsShown(change, shown));
  return { changes: effective, decisions: effective.flatMap(decisionFor) };
}

function* positionsToSee(state: Input["state"], length: number): Generator<number> {
  yield* state.waiting.filter((index) => index < state.settledTo);
  for (let index = state.settledTo; index < length; index++) yield index;
}

/** Where the last `count` messages begin; messages that merge into one count as one. */
function tailStart(history: History, count: number): number {
  let start = history.length;
  for (let left = count; left > 0 && start > 0; left--) {
    start--;
    while (start > 0 && history.at(start).merge === true) start--;
  }
  return start;
}

function place(history: History, rule: ToolRule): PlacedRule {
  const start = rule.tail === Infinity ? 0 : tailStart(history, rule.tail);
  const spared = new Set<string>();
  for (let index = start; rule.tail !== Infinity && index < history.length; index++) {
    const { toolCalls = [], toolCallId } = history.at(index);
    for (const { id } of toolCalls) spared.add(id);
    if (toolCallId !== undefined) spared.add(toolCallId);
  }
  return { rule, tailStart: start, spared };
}

function pruneOne(
  original: Message,
  index: number,
  dropsThinking: boolean,
  placed: readonly PlacedRule[],
): { readonly message: Message; readonly waits: boolean } {
  let waits = false;
  const goes = (id: string, tool: string | undefined) =>
    placed.some(({ rule, tailStart: start, spared }) => {
      if (rule.tools !== null && !rule.tools.has(tool ?? "")) return false;
      const isSpared = spared.has(id);
      if (isSpared && index < start) waits = true;
      return index < start && !isSpared;
    });
  if (original.role === "tool") {
    const { toolCallId, toolName, ...rest } = original;
    if (toolCallId === undefined || !goes(toolCallId, toolName)) return { message: original, waits };
    return { message: { ...rest, text: "" }, waits: false };
  }
  if (original.role !== "assistant") return { message: original, waits };
  const { thinking, toolCalls = [], ...rest } = original;
  const left = toolCalls.filter(({ id, name }) => !goes(id, name));
  const lostItsCalls = toolCalls.length > 0 && left.length === 0 && original.text === "";
  const keepsThinking = thinking !== undefined && !dropsThinking && !lostItsCalls;
  if (left.length === toolCalls.length && keepsThinking === (thinking !== undefined))
    return { message: original, waits };
  return {
    message: {
      ...rest,
      ...(left.length > 0 ? { toolCalls: left } : {}),
      ...(keepsThinking ? { thinking } : {}),
    },
    waits,
  };
}

function changeTo(
  history: History,
  index: number,
  message: Message,
  { emptyMessages }: PruneOptions,
): Change {
  if (isEmpty(message) && (emptyMessages === "remove" || message.merge === true))
    return { status: "removed", from: index, to: index + 1 };
  if (message === history.at(index)) return { status: "kept", from: index, to: index + 1 };
  return { status: "trimmed", index, message };
}

function isEmpty({ text, thinking, toolCalls = [], toolCallId }: Message): boolean {
  return text === "" && thinking === undefined && toolCalls.length === 0 && toolCallId === undefined;
}

function isAsShown(change: Change, shown: Input["shown"]): boolean {
  return change.status === "kept" && shown.statusAt(change.from) === "kept";
}

function decisionFor(change: Change): Decision[] {
  if (change.status !== "removed" && change.status !== "trimmed") return [];
  const from = "index" in change ? change.index : change.from;
  const action = change.status === "removed" ? "remove" : "trim";
  const reason = "Its reasoning, calls or results stand before the messages that a rule spares.";
  return [{ action, from, to: from + 1, rule: "prune-parts", reason, numbers: {}, reference: null }];
}
