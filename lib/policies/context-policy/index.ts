import { definePolicy, type StepInput, type StepResult, type Trigger } from "../contract/policy";
import { isConstraint } from "../shared/constraints";
import { listBetween } from "../contract/positions";
import { endOfPairs } from "../shared/drop-prefix";
import { projectObservation, makeReferral, makeRemoval, listRulingsOn, type Ruling } from "./gates";
import { contextPolicyOptions, state, type ContextPolicyOptions, type State } from "./options";

type Input = StepInput<ContextPolicyOptions, State>;

/**
 * Builds each window from what the request needs: five gates, budgets reserved per source and adjusted by the task's
 * phase, a recent tail kept as it was, shortened observations, memory as a hint. Over budget, the old tail leaves
 * first, then retrieval, then memory. Rules, goals and the user's first message never leave.
 */
export const contextPolicy = definePolicy({
  kind: "context-policy",
  version: "1",
  title: "Context policy",
  vendor: "Baseline",
  source:
    "A budget projection: relevance, freshness, permission, trust and budget decide what a request holds.",
  tuned: (limit) => ({ max_tokens: limit }),
  checked: null,
  malformed: null,
  keepEverything: null,
  options: contextPolicyOptions,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, state, history, shown, request, pins } = input;
  const rulings: Ruling[] = [];
  const rule = (wanted: readonly Ruling[]) => {
    const more = wanted.filter(({ change }) => !("index" in change && pins.keepsText(change.index)));
    rulings.push(...more);
    shown.apply(more.map(({ change }) => change));
  };
  for (; state.readTo < history.length; state.readTo++)
    rule(listRulingsOn(state.readTo, history, options, state));
  const tailFrom = Math.max(0, history.length - options.recent_tail);
  for (; state.tailFrom < tailFrom; state.tailFrom++)
    if (history.at(state.tailFrom).role === "tool" && shown.statusAt(state.tailFrom) === "kept")
      rule([projectObservation(state.tailFrom, history, options) ?? []].flat());
  const limit = options.max_tokens ?? request.budget ?? request.contextWindow;
  if (limit === null)
    return buildResult(rulings, [], ["Neither a limit nor a budget nor a window is known."]);
  const fixed = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  const trigger: Trigger = {
    fired: fixed + shown.tokens > limit,
    name: "budget",
    measured: fixed + shown.tokens,
    threshold: limit,
    unit: "tokens",
    basis: "estimated",
  };
  for (const kind of ["retrieval", "memory"] as const) rule(listOverReserve(input, kind, limit));
  while (fixed + shown.tokens > limit) {
    const next = nextOut(input, tailFrom);
    if (next === null) break;
    rule([next]);
  }
  const over = fixed + shown.tokens > limit;
  return buildResult(rulings, [trigger], over ? ["What may not leave does not fit the budget."] : []);
}

function listOverReserve(
  { options, state, history, request, pins }: Input,
  kind: "retrieval" | "memory",
  limit: number,
): Ruling[] {
  const phase = typeof request.signals.phase === "string" ? options.phases[request.signals.phase] : undefined;
  const reserve = (phase?.[kind] ?? options.reserve[kind] ?? 1) * limit;
  const sizeOf = (index: number) => request.countMessage(history.at(index));
  let held = state[kind].reduce((sum, index) => sum + sizeOf(index), 0);
  const rulings: Ruling[] = [];
  while (held > reserve) {
    const index = state[kind].find((one) => !pins.keepsPlace(one));
    if (index === undefined) break;
    state[kind] = state[kind].filter((one) => one !== index);
    held -= sizeOf(index);
    rulings.push(
      makeRemoval(
        index,
        index + 1,
        "budget",
        `${kind} may take ${Math.round(reserve)} tokens in this phase.`,
      ),
    );
  }
  return rulings;
}

function nextOut({ state, history, shown, pins }: Input, tailFrom: number): Ruling | null {
  const late = state.passed.find((index) => !pins.keepsText(index));
  if (late !== undefined) {
    state.passed = state.passed.filter((index) => index !== late);
    return makeReferral(late, history);
  }
  for (; state.referredTo < tailFrom; state.referredTo++) {
    const { referredTo: index } = state;
    if (history.at(index).role !== "tool" || shown.at(index) === null || shown.statusAt(index) === "cleared")
      continue;
    if (pins.keepsText(index)) {
      state.passed.push(index);
      continue;
    }
    state.referredTo++;
    return makeReferral(index, history);
  }
  while (state.removedTo < tailFrom) {
    const from = state.removedTo;
    const to = endOfPairs(history, from + 1);
    if (to >= history.length) break;
    state.removedTo = to;
    if (isKept(history.at(from), from, history.positions("user")[0])) continue;
    if (listBetween(pins.staying, from, to).next().done !== true) continue;
    return makeRemoval(from, to, "old tail", "The budget is used up: the old tail goes first.");
  }
  for (const kind of ["retrieval", "memory"] as const) {
    const index = state[kind].find((one) => !pins.keepsPlace(one));
    state[kind] = state[kind].filter((one) => one !== index);
    if (index !== undefined)
      return makeRemoval(index, index + 1, "budget", `The budget is used up: ${kind} goes next.`);
  }
  return null;
}

function isKept(
  message: Parameters<typeof isConstraint>[0],
  index: number,
  firstUser: number | undefined,
): boolean {
  const kind = message.source?.kind;
  return (
    isConstraint(message) ||
    index === firstUser ||
    kind === "retrieval" ||
    kind === "memory" ||
    kind === "plan"
  );
}

function buildResult(
  rulings: readonly Ruling[],
  triggers: readonly Trigger[],
  notes: readonly string[],
): StepResult {
  return {
    changes: rulings.map(({ change }) => change),
    decisions: rulings.map(({ decision }) => decision),
    triggers,
    notes,
  };
}
