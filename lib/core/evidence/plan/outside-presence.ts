import type { InSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Mode } from "../../vocabulary";
import type { ResidencyIndex } from "../../window/residency-index";
import { normaliseSpelling } from "../values/spelling";
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
  readonly to: TurnIndex;
  readonly mode: Mode;
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
export function* findOutsidePresence(
  recording: Recording,
  standing: ResidencyIndex,
  steps: readonly PlanStep[],
): InSteps<PlanPresence[]> {
  const saidSteps = yield* findSaidSteps(recording, standing, steps.slice(0, STEPS_MAX));
  const first = Math.min(...saidSteps.flatMap(({ runs }) => runs.map(({ from }) => from)));
  const holders = new Holders(saidSteps.flatMap(({ runs }) => runs));
  const statedSteps = saidSteps.map(({ step, runs }) => ({ step, runs: new Holders(runs) }));
  const presence: PlanPresence[] = [];
  let block = -1;
  for (const { index: turn } of recording.session.turns) {
    if (turn < first) continue;
    yield;
    const seenSteps = new Set(statedSteps.flatMap(({ step, runs }) => (runs.at(turn) === null ? [] : step)));
    const open = steps.filter((step) => isOpenAt(step, turn));
    const isGone =
      open.length >= OPEN_MIN &&
      open.filter((step) => seenSteps.has(step)).length < open.length * STATED_SHARE;
    const holder = holders.at(turn);
    const mode = isGone || holder === null ? null : holder.mode;
    const last = presence.at(-1);
    block = holder?.block ?? block;
    if (last?.mode === mode && (mode === null || last.block === block))
      presence[presence.length - 1] = { ...last, to: turn };
    else presence.push({ from: turn, to: turn, mode, block });
  }
  return presence;
}

function* findSaidSteps(
  recording: Recording,
  standing: ResidencyIndex,
  steps: readonly PlanStep[],
): InSteps<SaidStep[]> {
  const { session } = recording;
  const phrases = steps.flatMap((step) => {
    const words = normaliseSpelling(step.text).slice(0, STEP_CHARS);
    return words.length < STEP_CHARS_MIN || step.text === step.id
      ? []
      : [{ step, words, runs: [] as SaidRun[] }];
  });
  if (phrases.length < OPEN_MIN) return [];
  const last = session.turns.at(-1)?.index ?? 0;
  for (const [number, block] of session.blocks.entries()) {
    const residencies = standing.listResidencies(number).filter(({ mode }) => mode !== "reference");
    if (residencies.length === 0 || block.kind === "thinking" || block.kind === "tool_schemas") continue;
    yield;
    const text = normaliseSpelling((readFullText(recording, block) ?? "").slice(0, TEXT_CHARS_MAX));
    for (const phrase of phrases)
      if (text.includes(phrase.words))
        phrase.runs.push(
          ...residencies.map(({ from, to, mode }) => ({ from, to: to ?? last, mode, block: number })),
        );
  }
  return phrases.filter(({ runs }) => runs.length > 0);
}

/** Which text of the plan stands at a turn: the same as before while it does, else the one that stands longest. */
class Holders {
  private readonly runs: readonly SaidRun[];
  private next = 0;
  private longest: SaidRun | null = null;
  private held: SaidRun | null = null;

  constructor(runs: readonly SaidRun[]) {
    this.runs = runs.toSorted((a, b) => a.from - b.from || b.to - a.to);
  }

  /** Asked for turns in ascending order. */
  at(turn: TurnIndex): SaidRun | null {
    for (let run = this.runs[this.next]; run !== undefined && run.from <= turn; run = this.runs[++this.next])
      if (this.longest === null || run.to > this.longest.to) this.longest = run;
    if (this.held === null || this.held.to < turn) this.held = this.longest;
    return this.held !== null && this.held.to >= turn ? this.held : null;
  }
}
