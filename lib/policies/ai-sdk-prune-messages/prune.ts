import { z } from "zod";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import type { Decision, StepInput, StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";
import type { PruneOptions, ToolRule } from "./options";

export const pruneState = z.object({
  /** Messages before this position no longer change, except those in `waiting`. */
  settledTo: z.number().int().nonnegative().default(0),
  waiting: z.array(z.number().int()).default([]),
});
type Input = StepInput<PruneOptions, z.infer<typeof pruneState>>;

interface PlacedRule {
  readonly rule: ToolRule;
  readonly tailStart: number;
  readonly spared: ReadonlySet<string>;
  readonly approvals: ReadonlySet<string>;
  readonly toolOf: (approval: string) => string | undefined;
}

/**
 * Prunes parts by their distance from the end. Each request looks only at the tail, at what has just left it and at
 * `waiting`.
 */
export function pruneMessages(
  { options, state, history, shown }: Input,
  rules: readonly ToolRule[],
): StepResult {
  const placed = rules.map((rule) => place(history, rule));
  const lastMessage = findTailStart(history, 1);
  const settled = Math.min(
    history.length,
    ...placed.map((one) => one.tailStart),
    options.reasoning === "none" ? Infinity : lastMessage,
  );
  const waiting: number[] = [];
  const changes: Change[] = [];
  for (const index of listPositionsToSee(state, history.length)) {
    const dropsThinking =
      options.reasoning === "all" || (options.reasoning === "before-last-message" && index < lastMessage);
    const { message, waits } = pruneOne(history.at(index), index, dropsThinking, placed);
    if (waits && index < settled) waiting.push(index);
    changes.push(changeTo(history, index, message, options));
  }
  state.waiting = waiting;
  state.settledTo = Math.max(state.settledTo, settled);
  const effective = changes.filter((change) => !isAsShown(change, shown));
  return { changes: effective, decisions: effective.flatMap(listDecisions) };
}

function* listPositionsToSee(state: Input["state"], length: number): Generator<number> {
  yield* state.waiting.filter((index) => index < state.settledTo);
  for (let index = state.settledTo; index < length; index++) yield index;
}

function findTailStart(history: History, count: number): number {
  let start = history.length;
  for (let left = count; left > 0 && start > 0; left--) {
    start--;
    while (start > 0 && history.at(start).merge === true) start--;
  }
  return start;
}

function place(history: History, rule: ToolRule): PlacedRule {
  const start = rule.tail === Infinity ? 0 : findTailStart(history, rule.tail);
  const spared = new Set<string>();
  const approvals = new Set<string>();
  for (let index = start; rule.tail !== Infinity && index < history.length; index++) {
    const { toolCalls = [], toolCallId } = history.at(index);
    for (const { id } of toolCalls) spared.add(id);
    if (toolCallId !== undefined) spared.add(toolCallId);
    for (const { id } of listApprovals(history.at(index))) approvals.add(id);
  }
  for (const id of approvals) {
    const callId = indexApprovedCalls(history).get(id);
    if (callId !== undefined) spared.add(callId);
  }
  const toolOf = (approval: string) =>
    history.callNamed(indexApprovedCalls(history).get(approval) ?? "")?.name;
  return { rule, tailStart: start, spared, approvals, toolOf };
}

function listApprovals({ approvalRequests = [], approvalResponses = [] }: Message) {
  return [...approvalRequests, ...approvalResponses];
}

interface ApprovedCalls {
  readTo: number;
  readonly calls: Map<string, string>;
}
const approvedCallsOf = new WeakMap<History, ApprovedCalls>();

function indexApprovedCalls(history: History): ReadonlyMap<string, string> {
  const known = approvedCallsOf.get(history) ?? { readTo: 0, calls: new Map<string, string>() };
  approvedCallsOf.set(history, known);
  for (; known.readTo < history.length; known.readTo++)
    for (const { id, toolCallId } of history.at(known.readTo).approvalRequests ?? [])
      known.calls.set(id, toolCallId);
  return known.calls;
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
  const approvalGoes = ({ id }: { readonly id: string }) =>
    placed.some(({ rule, tailStart: start, approvals, toolOf }) => {
      const tool = toolOf(id);
      if (rule.tools !== null && tool !== undefined && !rule.tools.has(tool)) return false;
      const isSpared = approvals.has(id);
      if (isSpared && index < start) waits = true;
      return index < start && !isSpared;
    });
  if (original.role === "tool") {
    const { toolCallId, toolName, approvalResponses = [], ...rest } = original;
    const answers = approvalResponses.filter((one) => !approvalGoes(one));
    const answered = answers.length > 0 ? { approvalResponses: answers } : {};
    const resultGoes = toolCallId !== undefined && goes(toolCallId, toolName);
    if (!resultGoes && answers.length === approvalResponses.length) return { message: original, waits };
    if (resultGoes) return { message: { ...rest, text: "", ...answered }, waits };
    const result = {
      ...(toolCallId !== undefined && { toolCallId }),
      ...(toolName !== undefined && { toolName }),
    };
    return { message: { ...rest, ...result, ...answered }, waits };
  }
  if (original.role !== "assistant") return { message: original, waits };
  const { thinking, toolCalls = [], approvalRequests = [], ...rest } = original;
  const left = toolCalls.filter(({ id, name }) => !goes(id, name));
  const requests = approvalRequests.filter((one) => !approvalGoes(one));
  const parts = toolCalls.length + approvalRequests.length;
  const partsLeft = left.length + requests.length;
  const lostItsCalls = parts > 0 && partsLeft === 0 && original.text === "";
  const keepsThinking = thinking !== undefined && !dropsThinking && !lostItsCalls;
  if (partsLeft === parts && keepsThinking === (thinking !== undefined)) return { message: original, waits };
  return {
    message: {
      ...rest,
      ...(requests.length > 0 ? { approvalRequests: requests } : {}),
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

function isEmpty({ text, thinking, toolCalls = [], toolCallId, ...message }: Message): boolean {
  const isSilent = text === "" && thinking === undefined && toolCalls.length === 0;
  return isSilent && toolCallId === undefined && listApprovals(message as Message).length === 0;
}

function isAsShown(change: Change, shown: Input["shown"]): boolean {
  return change.status === "kept" && shown.statusAt(change.from) === "kept";
}

function listDecisions(change: Change): Decision[] {
  if (change.status !== "removed" && change.status !== "trimmed") return [];
  const from = "index" in change ? change.index : change.from;
  const action = change.status === "removed" ? "remove" : "trim";
  const reason = "Its reasoning, calls or results stand before the messages that a rule spares.";
  return [{ action, from, to: from + 1, rule: "prune-parts", reason, numbers: {}, reference: null }];
}
