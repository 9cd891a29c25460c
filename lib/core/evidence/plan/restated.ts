import { groupBy } from "../../group-by";
import { normaliseSpelling } from "../values/spelling";
import type { InSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { Mode } from "../../vocabulary";
import type { ResidencyIndex } from "../../window/residency-index";
import type { PlanPresence, PlanStep } from "./steps/plan";
import { isOpenAt, getStepText } from "./steps/plan";
import { splitWords } from "./steps/step-words";

/**
 * Characters by which a step is found in another text. Shorter pieces occur in texts that do not mean the
 * step.
 */
const STEP_CHARS = 60;
const STEP_CHARS_MIN = 6;
/** Only the beginning of a text is searched. */
const TEXT_CHARS_MAX = 200_000;
/** A step of one word is not looked for in other words: any line may hold that word. */
const WORDS_MIN = 2;
/** A text repeats the plan if it states this share of the open steps. */
const STATED_SHARE = 0.5;

/**
 * Adds texts that repeat the plan where its newest statement was gone: the plan's file that was read again, a
 * summary, a reminder. Of several texts the one that stands longest counts.
 */
export function* addRestatements(
  recording: Recording,
  standing: ResidencyIndex,
  steps: readonly PlanStep[],
  presence: readonly PlanPresence[],
): InSteps<PlanPresence[]> {
  const whole: PlanPresence[] = [];
  const first = presence.findIndex(({ mode }) => mode !== null);
  for (const [i, run] of presence.entries())
    if (run.mode !== null || first < 0 || i < first) whole.push(run);
    else whole.push(...fillAbsence(run, yield* findRestatements(recording, standing, steps, run)));
  return whole;
}

function* findRestatements(
  recording: Recording,
  standing: ResidencyIndex,
  steps: readonly PlanStep[],
  { from, to }: PlanPresence,
): InSteps<PlanPresence[]> {
  const stepTexts = steps
    .filter((step) => isOpenAt(step, from))
    .map((step) => getStepText(step, from))
    .filter((text) => normaliseSpelling(text).length >= STEP_CHARS_MIN);
  if (stepTexts.length === 0) return [];
  const stretches: PlanPresence[] = [];
  for (const [number, residencies] of groupBy(standing.listBetween(from, to), ({ block }) => block)) {
    const block = recording.session.blocks[number];
    if (block === undefined || block.kind === "thinking" || block.kind === "tool_schemas") continue;
    yield;
    if (!statesPlan(recording, block, stepTexts)) continue;
    for (const residency of residencies)
      stretches.push({
        from: Math.max(residency.from, from),
        to: Math.min(residency.to ?? to, to),
        mode: chooseMode(block, residency.mode),
        block: number,
      });
  }
  return stretches.sort((a, b) => a.block - b.block || a.from - b.from);
}

function statesPlan(recording: Recording, block: Block, stepTexts: readonly string[]): boolean {
  const text = (readFullText(recording, block) ?? "").slice(0, TEXT_CHARS_MAX);
  const normal = normaliseSpelling(text);
  const lines = isSummary(block) ? text.split("\n").map(splitWords) : [];
  const count = stepTexts.filter(
    (step) =>
      normal.includes(normaliseSpelling(step).slice(0, STEP_CHARS)) ||
      lines.some((line) => isRestatement(line, step)),
  ).length;
  return count > 0 && count >= stepTexts.length * STATED_SHARE;
}

/** A summary puts a step in its own words: "Run the full test suite" tells of the step "Run tests". */
function isRestatement(line: ReadonlySet<string>, step: string): boolean {
  const words = splitWords(step);
  return words.size >= WORDS_MIN && [...words].every((word) => line.has(word));
}

function isSummary({ kind }: Block): boolean {
  return kind === "compaction_summary" || kind === "state_summary";
}

function chooseMode(block: Block, mode: Mode): Mode {
  return isSummary(block) && mode === "full" ? "summary" : mode;
}

/**
 * Splits a run of absence by the stretches that repeat the plan. Where they overlap, the longest counts.
 *
 *     absent      |--------------|      turns 3 to 18
 *     stretches      |-----|            6 to 12, by block 4
 *                       |----|          9 to 14, by block 7
 *     result      |--|=====|=|---|      absent, block 4, block 7 from 13 to 14, absent
 */
function fillAbsence(run: PlanPresence, stretches: readonly PlanPresence[]): PlanPresence[] {
  const [longest] = [...stretches].sort((a, b) => b.to - b.from - (a.to - a.from));
  if (longest === undefined) return [run];
  const before = { ...run, to: longest.from - 1 };
  const after = { ...run, from: longest.to + 1 };
  const clipToPart = (part: PlanPresence) =>
    part.from > part.to
      ? []
      : fillAbsence(
          part,
          stretches.flatMap((stretch) => {
            const cut = {
              ...stretch,
              from: Math.max(stretch.from, part.from),
              to: Math.min(stretch.to, part.to),
            };
            return stretch === longest || cut.from > cut.to ? [] : [cut];
          }),
        );
  return [...clipToPart(before), longest, ...clipToPart(after)];
}
