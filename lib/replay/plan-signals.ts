import type { Plan, PlanStep } from "@/lib/core/evidence/plan/steps/plan";
import { getStatusAt, getStepText } from "@/lib/core/evidence/plan/steps/plan";
import type { Pin } from "@/lib/policies/wrappers/pinning";
import type { Session } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import type { ReplaySource } from "./windows/source";

/**
 * The signals that a recording's plans give a policy: at each turn, what unexecuted steps need (by message id), and the
 * plan as text. A need is pinned from the turn after its step was stated until the turn in which the step ended.
 */
export function planSignals(
  source: ReplaySource,
  plans: readonly Plan[],
  always: readonly string[] = [],
): (turn: TurnIndex) => { readonly pins: readonly Pin[]; readonly plan: string | null } {
  const { spans, fixed } = listPins(source, plans, always);
  return (turn) => ({
    pins: [
      ...fixed,
      ...spans
        .filter(({ from, to }) => from < turn && turn <= to)
        .map(({ pin, due }) => ({ ...pin, due: due <= turn })),
    ],
    plan: planText(plans, turn),
  });
}

export function listPinnedBlocks(
  source: ReplaySource,
  plans: readonly Plan[],
  always: readonly string[] = [],
): Map<string, readonly string[]> {
  const { spans, fixed } = listPins(source, plans, always);
  const blocks = new Map<string, readonly string[]>();
  for (const { id, neededBy } of [...fixed, ...spans.map(({ pin }) => pin)])
    for (const piece of source.messageById.get(id)?.pieces ?? []) {
      const existing = blocks.get(piece.id) ?? [];
      if (!existing.includes(neededBy)) blocks.set(piece.id, [...existing, neededBy]);
    }
  return blocks;
}

export function listUnknownPins({ blocks }: Session, pins: readonly string[]): string[] {
  const knownIds = new Set(
    blocks.flatMap(({ id, toolCallId }) => (toolCallId === null ? id : [id, toolCallId])),
  );
  return pins.filter((id) => !knownIds.has(id));
}

function listPins(source: ReplaySource, plans: readonly Plan[], always: readonly string[]) {
  const find = makeMessageFinder(source);
  const spans = plans.flatMap((plan) =>
    plan.steps.flatMap((step) =>
      listEvidence(step, plan.steps).map((need) => ({
        from: step.addedTurn,
        due: step.executedTurn ?? Infinity,
        to: Math.min(step.concludedTurn ?? Infinity, step.removedTurn ?? Infinity),
        pin: { id: find(need), neededBy: `step ${step.id}` },
      })),
    ),
  );
  return {
    spans,
    fixed: always.map((id) => ({ id: find(id), neededBy: "the setup of the replay", due: false })),
  };
}

function listEvidence(step: PlanStep, steps: readonly PlanStep[]): string[] {
  return step.needs.flatMap((need) => {
    const needStep = steps.find(({ id }) => id === need);
    return needStep === undefined ? [need] : needStep.outputs;
  });
}

/** Finds the message that a block or call became part of. For a call, it is its result's message. */
function makeMessageFinder({ recording, messages, messageOfBlock }: ReplaySource): (id: string) => string {
  const { blocks } = recording.session;
  const results = new Map(listResultsByCall(recording.session));
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  return (id) => {
    const number = numbers.get(id);
    const callId =
      number === undefined ? id : blocks[number]?.kind === "tool_call" ? blocks[number].toolCallId : null;
    const block = (callId === null ? undefined : results.get(callId)) ?? number ?? -1;
    return messages[messageOfBlock.get(block) ?? -1]?.message.id ?? id;
  };
}

function* listResultsByCall({ blocks }: Session): Generator<[string, number]> {
  for (const [number, { kind, toolCallId }] of blocks.entries())
    if (kind === "tool_result" && toolCallId !== null) yield [toolCallId, number];
}

const MARKS = { pending: " ", started: "~", completed: "x", failed: "!", skipped: "-" } as const;

function planText(plans: readonly Plan[], turn: TurnIndex): string | null {
  const plan = plans.findLast(({ revisions }) => (revisions[0]?.turn ?? Infinity) < turn);
  if (plan === undefined) return null;
  const lines = plan.steps.flatMap((step) => {
    const status = getStatusAt(step, turn - 1);
    return status === null || (step.removedTurn ?? Infinity) < turn
      ? []
      : [`[${MARKS[status]}] ${getStepText(step, turn - 1)}`];
  });
  return [plan.title ?? "Plan", ...lines].join("\n");
}
