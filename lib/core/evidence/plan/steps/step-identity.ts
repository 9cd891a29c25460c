import type { StepStatus } from "./plan";
import { splitWords } from "./step-words";

/** The share of the words of the shorter text that a step must share that was put into other words. */
const SHARED_WORDS = 1 / 3;

export interface StatedStep {
  readonly id?: string | undefined;
  readonly text: string;
  readonly status: StepStatus;
  readonly dependsOn?: readonly string[];
}

interface StepBefore {
  readonly id: string;
  readonly text: string;
  readonly status?: StepStatus | undefined;
}

export type IdentifiedStep = StatedStep & { readonly id: string };

/** Gives steps ids that last from one statement of the plan to the next. */
export class StepIds {
  private made = 0;

  /**
   * Uses the id that the agent gives, unless it is new and the step with the same text has lost its own: some
   * ids change with the status. Without an id, takes that of the step with the same text, else that of the
   * unfinished step in the same place whose text is gone and says about the same, else a new one.
   */
  identify(before: readonly StepBefore[], statedSteps: readonly StatedStep[]): IdentifiedStep[] {
    const statedIds = new Set(statedSteps.map(({ id }) => id));
    if (!statedIds.has(undefined) && statedIds.size === statedSteps.length)
      return keepLastingIds(before, statedIds, statedSteps);
    const free = new Set(before.map(({ id }) => id));
    const idsByText = new Map<string, string[]>();
    for (const { id, text } of [...before].reverse())
      idsByText.set(text, [...(idsByText.get(text) ?? []), id]);
    const byText = statedSteps.map(({ text }) => {
      const id = idsByText.get(text)?.pop();
      if (id !== undefined) free.delete(id);
      return id;
    });
    return statedSteps.map((step, place) => {
      const inPlace = before[place];
      const isReworded =
        inPlace !== undefined && free.has(inPlace.id) && isUnfinished(inPlace) && saysAlike(inPlace, step);
      const id = byText[place] ?? (isReworded ? inPlace.id : undefined) ?? `step-${++this.made}`;
      free.delete(id);
      return { ...step, id };
    });
  }
}

/** Whether a step can go on. A new list may stand where a finished one stood: nothing of that goes on. */
function isUnfinished({ status }: StepBefore): boolean {
  return status === undefined || status === "pending" || status === "started";
}

function saysAlike(before: { readonly text: string }, now: { readonly text: string }): boolean {
  const [words, otherWords] = [splitWords(before.text), splitWords(now.text)];
  const shared = [...words].filter((word) => otherWords.has(word)).length;
  return shared > 0 && shared >= Math.min(words.size, otherWords.size) * SHARED_WORDS;
}

function keepLastingIds(
  before: readonly StepBefore[],
  statedIds: ReadonlySet<string | undefined>,
  statedSteps: readonly StatedStep[],
): IdentifiedStep[] {
  const idsBefore = new Set(before.map(({ id }) => id));
  const lostIds = new Map(before.flatMap(({ id, text }) => (statedIds.has(id) ? [] : [[text, id] as const])));
  const ids = new Map<string, string>();
  for (const { id = "", text } of statedSteps) {
    const earlier = idsBefore.has(id) ? undefined : lostIds.get(text);
    if (earlier !== undefined) lostIds.delete(text);
    ids.set(id, earlier ?? id);
  }
  return statedSteps.map(({ id = "", dependsOn, ...step }) => ({
    ...step,
    id: ids.get(id) ?? id,
    ...(dependsOn !== undefined && { dependsOn: dependsOn.map((need) => ids.get(need) ?? need) }),
  }));
}
