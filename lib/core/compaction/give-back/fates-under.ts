import type { Plan } from "../../evidence/plan/steps/plan";
import { TextAnswers } from "../../proof/text-answers";
import type { Recording } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { ValueFate } from "../survival";
import type { ValueTable } from "../value-table";
import { collectValues, isCounted, listSteps } from "../value-table";

/** The newest window, and what of it a summary says that is about to take its place. */
export interface DueCut {
  readonly table: ValueTable;
  readonly fates: readonly ValueFate[];
  readonly before: TurnIndex;
  readonly left: ReadonlySet<number>;
}

/** Before the window behind a cut has come: all that stands goes, and only the summary stays. A text or a value per step. */
export function* findFatesUnder(
  recording: Recording,
  plans: readonly Plan[],
  summary: string,
): Generator<undefined, DueCut> {
  const { session } = recording;
  const table = yield* collectValues(recording, plans);
  const last = session.turns.at(-1);
  const before = last?.index ?? 0;
  const { resultOf } = pairCalls(session);
  const standing = session.residencies.flatMap(({ block, to }) => (to === null ? [block] : []));
  const due = (last?.output ?? []).flatMap((block) => [block, resultOf.get(block) ?? []].flat());
  const left = new Set([...standing, ...due]);
  const stood = new Map<number, number | null>();
  for (const block of left)
    if (isCounted(session.blocks[block] ?? { kind: "other" }))
      for (const no of table.of(block)) if (!stood.has(no)) stood.set(no, block);
  for (const { no } of listSteps(table, plans, before)) if (!stood.has(no)) stood.set(no, null);
  const values = [...stood].flatMap(([no, block]) => {
    const value = table.values[no];
    return value === undefined ? [] : [{ value, block }];
  });
  const answers = new TextAnswers();
  const text = answers.add("summary", summary);
  yield* answers.prepareInSteps(values.flatMap(({ value }) => [...value.spellings]));
  const isSaid = (spellings: ReadonlySet<string>) => [...spellings].some((one) => answers.says(text, one));
  const fates = values.map(({ value, block }): ValueFate => ({
    value,
    block,
    fate: isSaid(value.spellings) ? "inSummary" : "lost",
    partly: false,
  }));
  return { table, fates, before, left };
}
