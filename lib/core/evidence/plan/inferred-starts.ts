import { scanArguments, scanValues } from "../values/values";
import type { InSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { Plan, PlanStep } from "./steps/plan";
import { splitWords } from "./steps/step-words";

/**
 * Adds starts that nobody reported. Where an agent wrote down a plan and nothing reports its progress, a step
 * begins with the first later call that does what the step says: every word of the tool's name is among the
 * step's words, and if the step names values, the call has one of them. A call that fits several steps begins
 * none. Only steps that declare needs are looked at, since only for these the turn matters.
 */
export function* addInferredStarts(recording: Recording, plans: readonly Plan[]): InSteps<Plan[]> {
  const started: Plan[] = [];
  for (const plan of plans)
    started.push(isSilent(plan) ? { ...plan, steps: yield* beginSteps(recording, plan.steps) } : plan);
  return started;
}

function isSilent({ revisions, steps }: Plan): boolean {
  return (
    revisions.some(({ block }) => block !== null) &&
    steps.some(({ needs }) => needs.length > 0) &&
    steps.every(({ changes, validations }) => changes.length === 0 && validations.length === 0)
  );
}

interface Described {
  readonly step: PlanStep;
  readonly words: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

function* beginSteps(recording: Recording, steps: readonly PlanStep[]): InSteps<PlanStep[]> {
  const open = new Map(steps.map((step) => [step.id, describe(step)]));
  const started = new Map<string, PlanStep>();
  for (const [number, block] of recording.session.blocks.entries()) {
    const turn = block.createdTurn;
    if (block.kind !== "tool_call" || turn === null || block.toolName === null) continue;
    yield;
    const later = [...open.values()].filter(
      ({ step }) => step.addedTurn < turn && turn < (step.removedTurn ?? Infinity),
    );
    const found = findOnlyStep(later, block, () => readFullText(recording, block));
    if (found === undefined) continue;
    open.delete(found.id);
    const change = { turn, status: "started" as const, note: null };
    if (found.needs.length > 0)
      started.set(found.id, {
        ...found,
        changes: [change],
        runs: [{ from: turn, to: turn }],
        executedTurn: turn,
        startedBy: number,
      });
  }
  return steps.map((step) => started.get(step.id) ?? step);
}

function describe(step: PlanStep): Described {
  const values = new Set<string>();
  scanValues(step.text, (value) => values.add(value.toLowerCase()));
  return { step, words: splitWords(step.text), values };
}

function findOnlyStep(
  steps: readonly Described[],
  { toolName }: Block,
  text: () => string | null,
): PlanStep | undefined {
  const name = (toolName ?? "").toLowerCase();
  const words = splitWords((toolName ?? "").replace(/^.*__/, ""));
  const namedSteps = steps.filter(
    (step) => words.size > 0 && [...words].every((word) => step.words.has(word)),
  );
  if (namedSteps.length === 0) return undefined;
  const usedValues = new Set<string>();
  scanArguments(text() ?? "", (value) => usedValues.add(value.toLowerCase()));
  const byValue = namedSteps.filter(({ values }) => [...values].some((value) => usedValues.has(value)));
  if (byValue.length > 0) return byValue.length === 1 ? byValue[0]?.step : undefined;
  const open = namedSteps.filter(({ values }) => [...values].every((value) => value === name));
  return words.size >= NAME_WORDS_MIN && open.length === 1 ? open[0]?.step : undefined;
}

/** A tool name of one word can match by chance. Then a value must match too. */
const NAME_WORDS_MIN = 2;
