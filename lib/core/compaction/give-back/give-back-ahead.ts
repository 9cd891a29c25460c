import type { Plan } from "../../evidence/plan/steps/plan";
import { ValueFinder } from "../../proof/finder/value-finder";
import type { Recording } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import type { ValueFate } from "../count-fates";
import type { ValueTable } from "../value-table";
import { collectValues, isCounted, listSteps } from "../value-table";
import type { GiveBackItem } from "./give-back";
import { giveBackInSteps } from "./give-back";

/** What to give back, unless the summary says it that takes the place of the newest window. */
export interface ItemAhead extends GiveBackItem {
  /** Whatever of these a summary has says the item; empty where it is given back whatever the summary says. */
  readonly saidBy: readonly string[];
}

/**
 * Before a compaction: all that stands goes, and nothing is said of the summary yet, which {@link leaveOutSaid} looks at. A text or
 * a value per step.
 */
export function* giveBackAheadInSteps(
  recording: Recording,
  plans: readonly Plan[],
): Generator<undefined, ItemAhead[]> {
  const { session } = recording;
  const table = yield* collectValues(recording, plans);
  const before = session.turns.at(-1)?.index ?? 0;
  const left = listStanding(recording);
  const fates = findStandingValues(recording, plans, table, left);
  const scene = { recording, plans, table, fates, before, left, wanted: [] };
  const { items } = yield* giveBackInSteps(scene);
  const spellings = new Map(fates.map(({ value }) => [`${value.kind} ${value.text}`, [...value.spellings]]));
  return items.map((item) => ({ ...item, saidBy: spellings.get(`${item.is} ${item.text}`) ?? [] }));
}

/** What to give back behind a compaction: what its summary does not say. */
export function leaveOutSaid(ahead: readonly ItemAhead[], summary: string): GiveBackItem[] {
  const finder = new ValueFinder();
  for (const spelling of new Set(ahead.flatMap(({ saidBy }) => saidBy))) finder.add(spelling);
  const phrases = new Set(finder.find(summary));
  return ahead.filter(({ saidBy }) => !saidBy.some((phrase) => phrases.has(phrase)));
}

/** What stands in the newest window, its answer and the results of its calls included. */
function listStanding({ session }: Recording): Set<number> {
  const { resultOf } = pairCalls(session);
  const standing = session.residencies.flatMap(({ block, to }) => (to === null ? [block] : []));
  const due = session.turns.at(-1)?.output ?? [];
  return new Set([...standing, ...due.flatMap((block) => [block, resultOf.get(block) ?? []].flat())]);
}

function findStandingValues(
  { session }: Recording,
  plans: readonly Plan[],
  table: ValueTable,
  standing: ReadonlySet<number>,
): ValueFate[] {
  const stood = new Map<number, number | null>();
  for (const block of standing)
    if (isCounted(session.blocks[block] ?? { kind: "other" }))
      for (const no of table.of(block)) if (!stood.has(no)) stood.set(no, block);
  const before = session.turns.at(-1)?.index ?? 0;
  for (const { no } of listSteps(table, plans, before)) if (!stood.has(no)) stood.set(no, null);
  for (const no of table.findEnds(stood.keys()).keys()) stood.delete(no);
  return [...stood].flatMap(([no, block]) => {
    const value = table.values[no];
    return value === undefined ? [] : [{ value, block, fate: "lost" as const, partly: false }];
  });
}
