import type { Plan, PlanStep } from "../plan/plan";
import { statusAt } from "../plan/plan";
import type { Pin } from "../policy/wrappers/pinning";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { ReplaySource } from "./source";

/**
 * What the plans of a recording mean for a policy that asks: at each turn, what unexecuted steps need (by message id) and
 * the plan as a text. A need is pinned from the turn after the step was stated until the turn in which it was concluded.
 */
export function planSignals(
  source: ReplaySource,
  plans: readonly Plan[],
  always: readonly string[] = [],
): (turn: TurnIndex) => { readonly pins: readonly Pin[]; readonly plan: string | null } {
  const find = finderOf(source);
  const spans = plans.flatMap((plan) =>
    plan.steps.flatMap((step) =>
      evidenceOf(step, plan.steps).map((need) => ({
        from: step.addedTurn,
        due: step.executedTurn ?? Infinity,
        to: Math.min(step.concludedTurn ?? Infinity, step.removedTurn ?? Infinity),
        pin: { id: find(need), neededBy: `step ${step.id}` },
      })),
    ),
  );
  const fixed = always.map((id) => ({ id: find(id), neededBy: "the setup of the replay", due: false }));
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

/** Blocks and calls that a step needs; of another step, what that produced. */
function evidenceOf(step: PlanStep, steps: readonly PlanStep[]): string[] {
  return step.needs.flatMap((need) => {
    const other = steps.find(({ id }) => id === need);
    return other === undefined ? [need] : other.outputs;
  });
}

/** Names a block or a call by the message it became part of; a call by its result. */
function finderOf({ recording, messages, messageOfBlock }: ReplaySource): (id: string) => string {
  const { blocks } = recording.session;
  const results = new Map(resultsByCall(recording.session));
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  return (id) => {
    const number = numbers.get(id);
    const callId =
      number === undefined ? id : blocks[number]?.kind === "tool_call" ? blocks[number].toolCallId : null;
    const block = (callId === null ? undefined : results.get(callId)) ?? number ?? -1;
    return messages[messageOfBlock.get(block) ?? -1]?.message.id ?? id;
  };
}

function* resultsByCall({ blocks }: Session): Generator<[string, number]> {
  for (const [number, { kind, toolCallId }] of blocks.entries())
    if (kind === "tool_result" && toolCallId !== null) yield [toolCallId, number];
}

const MARKS = { pending: " ", started: "~", completed: "x", failed: "!", skipped: "-" } as const;

/** The newest plan that stood before a turn, a line for each step; null where there is none. */
function planText(plans: readonly Plan[], turn: TurnIndex): string | null {
  const plan = plans.findLast(({ revisions }) => (revisions[0]?.turn ?? Infinity) < turn);
  if (plan === undefined) return null;
  const lines = plan.steps.flatMap((step) => {
    const status = statusAt(step, turn - 1);
    return status === null || (step.removedTurn ?? Infinity) < turn
      ? []
      : [`[${MARKS[status]}] ${step.text}`];
  });
  return [plan.title ?? "Plan", ...lines].join("\n");
}
