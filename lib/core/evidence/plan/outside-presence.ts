import type { Recording } from "../../trace/fold/recording";
import { fullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Standing } from "../../window/standing";
import { normalSpelling } from "../values/spelling";
import type { PlanPresence, PlanStep } from "./steps/plan";
import { isOpenAt } from "./steps/plan";

const STEP_CHARS = 60;
const STEP_CHARS_MIN = 6;
const STEPS_MAX = 200;
const TEXT_CHARS_MAX = 200_000;
const OPEN_MIN = 2;
const STATED_SHARE = 0.5;

interface SaidRun {
  readonly from: TurnIndex;
  to: TurnIndex;
  readonly block: number;
}

interface SaidStep {
  readonly step: PlanStep;
  readonly runs: readonly SaidRun[];
}

/**
 * When the window showed a plan that a tracker keeps. The plan is stated in pieces, so at each turn most of
 * its open steps must stand in some text.
 */
export function outsidePresence(
  recording: Recording,
  standing: Standing,
  steps: readonly PlanStep[],
): PlanPresence[] {
  const said = saidSteps(recording, standing, steps.slice(0, STEPS_MAX));
  const first = Math.min(...said.map(({ runs }) => runs[0]?.from ?? Infinity));
  const places = said.map(() => 0);
  const presence: PlanPresence[] = [];
  let block = -1;
  for (const { index: turn } of recording.session.turns) {
    if (turn < first) continue;
    const seen = new Set<PlanStep>();
    for (const [i, { step, runs }] of said.entries()) {
      while ((runs[places[i] ?? 0]?.to ?? Infinity) < turn) places[i] = (places[i] ?? 0) + 1;
      const run = runs[places[i] ?? 0];
      if (run === undefined || run.from > turn) continue;
      seen.add(step);
      block = run.block;
    }
    const open = steps.filter((step) => isOpenAt(step, turn));
    const isGone =
      open.length >= OPEN_MIN && open.filter((step) => seen.has(step)).length < open.length * STATED_SHARE;
    const mode = isGone ? null : ("full" as const);
    const last = presence.at(-1);
    if (last?.mode === mode) presence[presence.length - 1] = { ...last, to: turn };
    else presence.push({ from: turn, to: turn, mode, block });
  }
  return presence;
}

function saidSteps(recording: Recording, standing: Standing, steps: readonly PlanStep[]): SaidStep[] {
  const { session } = recording;
  const wanted = steps.flatMap((step) => {
    const words = normalSpelling(step.text).slice(0, STEP_CHARS);
    return words.length < STEP_CHARS_MIN || step.text === step.id
      ? []
      : [{ step, words, runs: [] as SaidRun[] }];
  });
  if (wanted.length < OPEN_MIN) return [];
  const last = session.turns.at(-1)?.index ?? 0;
  for (const [number, block] of session.blocks.entries()) {
    const residencies = standing.of(number).filter(({ mode }) => mode !== "reference");
    if (residencies.length === 0 || block.kind === "thinking" || block.kind === "tool_schemas") continue;
    const text = normalSpelling((fullText(recording, block) ?? "").slice(0, TEXT_CHARS_MAX));
    for (const one of wanted)
      if (text.includes(one.words))
        one.runs.push(...residencies.map(({ from, to }) => ({ from, to: to ?? last, block: number })));
  }
  return wanted.flatMap(({ step, runs }) => (runs.length === 0 ? [] : [{ step, runs: apart(runs) }]));
}

function apart(runs: readonly SaidRun[]): SaidRun[] {
  const joined: SaidRun[] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from)) {
    const before = joined.at(-1);
    if (before !== undefined && run.from <= before.to + 1) before.to = Math.max(before.to, run.to);
    else joined.push({ ...run });
  }
  return joined;
}
