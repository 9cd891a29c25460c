import type { Plan } from "../../evidence/plan/steps/plan";
import { ValueFinder } from "../../proof/finder/value-finder";
import type { Recording } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import type { ValueFate } from "../count-fates";
import type { ValueTable } from "../value-table";
import { collectValues, isCounted, listSteps } from "../value-table";
import type { GiveBackItem } from "./give-back";
import { giveBackInSteps } from "./give-back";

/** An item to give back unless the summary that replaces the newest window says it. */
export interface ItemAhead extends GiveBackItem {
  /** If a summary has any of these texts, it says the item. Empty for an item that is given back whatever the summary says. */
  readonly saidBy: readonly string[];
}

/**
 * The items before a compaction. Everything that stands is taken to leave, as the summary does not exist yet; {@link
 * leaveOutSaid} compares them with it later. A text or a value per step.
 */
export function* giveBackAheadInSteps(
  recording: Recording,
  plans: readonly Plan[],
): Generator<undefined, ItemAhead[]> {
  const { session } = recording;
  const table = yield* collectValues(recording, plans);
  const before = session.turns.at(-1)?.index ?? 0;
  const standingBlocks = listStanding(recording);
  const fates = findStandingValues(recording, plans, table, standingBlocks);
  const scene = { recording, plans, table, fates, before, left: standingBlocks, wanted: [] };
  const { items } = yield* giveBackInSteps(scene);
  const spellings = new Map(fates.map(({ value }) => [`${value.kind} ${value.text}`, [...value.spellings]]));
  return items.map((item) => ({ ...item, saidBy: spellings.get(`${item.is} ${item.text}`) ?? [] }));
}

/** The items to give back behind a compaction: those that its summary does not say. */
export function leaveOutSaid(ahead: readonly ItemAhead[], summary: string): GiveBackItem[] {
  const finder = new ValueFinder();
  for (const spelling of new Set(ahead.flatMap(({ saidBy }) => saidBy))) finder.add(spelling);
  const phrases = new Set(finder.find(summary));
  return ahead.filter(({ saidBy }) => !saidBy.some((phrase) => phrases.has(phrase)));
}

/** The blocks that stand in the newest window, with its answer and the results of its calls. */
function listStanding({ session }: Recording): Set<number> {
  const { resultOf } = pairCalls(session);
  const windowBlocks = session.residencies.flatMap(({ block, to }) => (to === null ? [block] : []));
  const due = session.turns.at(-1)?.output ?? [];
  return new Set([...windowBlocks, ...due.flatMap((block) => [block, resultOf.get(block) ?? []].flat())]);
}

function findStandingValues(
  { session }: Recording,
  plans: readonly Plan[],
  table: ValueTable,
  standingBlocks: ReadonlySet<number>,
): ValueFate[] {
  const stoodValues = new Map<number, number | null>();
  for (const block of standingBlocks)
    if (isCounted(session.blocks[block] ?? { kind: "other" }))
      for (const no of table.of(block)) if (!stoodValues.has(no)) stoodValues.set(no, block);
  const before = session.turns.at(-1)?.index ?? 0;
  for (const { no } of listSteps(table, plans, before)) if (!stoodValues.has(no)) stoodValues.set(no, null);
  for (const no of table.findEnds(stoodValues.keys()).keys()) stoodValues.delete(no);
  return [...stoodValues].flatMap(([no, block]) => {
    const value = table.values[no];
    return value === undefined ? [] : [{ value, block, fate: "lost" as const, partly: false }];
  });
}
