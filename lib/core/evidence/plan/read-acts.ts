import { isRecord } from "../../is-record";
import type { InSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import { readFullText } from "../../trace/fold/recording";
import type { CallPairs } from "../../window/call-pairs";
import { pairCalls } from "../../window/call-pairs";
import type { ActStep, PlanAct } from "./acts";
import type { LooseRecord, PlanReader, Statement } from "./readers/reader";
import { PLAN_READERS } from "./readers";
import type { IdentifiedStep } from "./steps/step-identity";
import { StepIds } from "./steps/step-identity";

const TEXT_CHARS_MAX = 1_000_000;

interface Stated {
  readonly ids: StepIds;
  steps: readonly IdentifiedStep[];
}

/**
 * Plans that agents write down in calls, files and summaries. Leaves out a reader when events already declare
 * its blocks, so that no plan counts twice.
 * @param covered numbers of the blocks that events name as the text of a plan
 */
export function* readActs(recording: Recording, covered: ReadonlySet<number>): InSteps<PlanAct[]> {
  const acts: PlanAct[] = [];
  const calls = pairCalls(recording.session);
  for (const reader of PLAN_READERS) {
    yield;
    for (const act of (yield* actsOf({ recording, calls, reader }, covered)) ?? []) acts.push(act);
  }
  return acts;
}

interface Reading {
  readonly recording: Recording;
  readonly calls: CallPairs;
  readonly reader: PlanReader;
}

function* actsOf(reading: Reading, covered: ReadonlySet<number>): InSteps<PlanAct[] | null> {
  const { recording, reader } = reading;
  const { blocks } = recording.session;
  const plans = new Map<string, Stated>();
  const acts: PlanAct[] = [];
  for (const statedRead of readStatements(reading)) {
    yield;
    if (statedRead === undefined) continue;
    const { number, statement } = statedRead;
    if (covered.has(number)) return null;
    const turn = blocks[number]?.createdTurn ?? 0;
    const plan = statement.plan === undefined ? reader.id : `${reader.id}:${statement.plan}`;
    const steps = mergeStatedSteps(plans, statement, plan);
    if (steps === null) continue;
    const whole = statement.extent === "whole";
    const title = statement.title ?? reader.title;
    const place = { turn, plan, source: reader.id, block: whole ? number : null };
    acts.push({ ...place, do: "state", whole, title, reason: null, steps });
  }
  return acts;
}

/** The statements in the blocks of a plan, one per step; `undefined` for a text without a statement. */
function* readStatements({
  recording,
  calls,
  reader,
}: Reading): Generator<{ number: number; statement: Statement } | undefined> {
  const { blocks } = recording.session;
  for (const [number, block] of blocks.entries()) {
    const tool = (block.toolName ?? "").toLowerCase();
    if (!reader.matches(block.kind, tool)) continue;
    const text = readFullText(recording, block);
    if (text === null || text.length > TEXT_CHARS_MAX) continue;
    const call = block.kind === "tool_result" ? blocks[calls.callOf.get(number) ?? -1] : block;
    const callText = call === undefined ? null : readFullText(recording, call);
    const statement = reader.read({ kind: block.kind, tool, text, args: parseActArguments(callText) });
    yield statement === null ? undefined : { number, statement };
  }
}

function mergeStatedSteps(
  plans: Map<string, Stated>,
  { steps, extent }: Statement,
  plan: string,
): ActStep[] | null {
  const planSteps = plans.get(plan) ?? { ids: new StepIds(), steps: [] };
  plans.set(plan, planSteps);
  const before = new Set(planSteps.steps);
  planSteps.steps =
    extent === "whole"
      ? planSteps.ids.identify(planSteps.steps, steps)
      : mergeSteps(planSteps, steps, extent);
  const spoken = (step: IdentifiedStep) => extent === "whole" || !before.has(step);
  if (!planSteps.steps.some(spoken)) return null;
  return planSteps.steps.map((step) => ({
    id: step.id,
    text: step.text,
    needs: [],
    status: spoken(step) ? step.status : null,
  }));
}

/** Merges stated steps into a plan. A statement names a step by its id or its words. */
function mergeSteps(
  { ids, steps }: Stated,
  statedSteps: Statement["steps"],
  extent: "part" | "known",
): IdentifiedStep[] {
  const next = [...steps];
  for (const step of statedSteps) {
    const place = next.findIndex(({ id, text }) =>
      step.id === undefined ? text === step.text : id === step.id,
    );
    const was = next[place];
    if (was === undefined) {
      if (extent === "part")
        next.push(...(step.id === undefined ? ids.identify([], [step]) : [{ ...step, id: step.id }]));
    } else if (extent === "known") next[place] = { ...was, text: step.text };
    else next[place] = { ...was, status: step.status === "pending" ? was.status : step.status };
  }
  return next;
}

export function parseActArguments(text: string | null): LooseRecord {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
