import { expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { groupBy } from "../../group-by";
import type { Session } from "../session";
import { foldSession } from "./fold";

noteMissingCorpus("edits of real sessions against the provider's counts");

const SMALL = 16;
const ERROR = 250;

/** A second reckoning, from each call's usage and the sizes of what came and left: turns whose edits cannot have happened so. */
function refutedTurns({ turns, evictions, residencies, blocks, compactions }: Session): number[] {
  const byIndex = new Map(turns.map((turn) => [turn.index, turn]));
  const doubted = new Set(compactions.flatMap(({ turn, cause }) => (cause.doubt === null ? [] : turn)));
  return [...groupBy(evictions, ({ turn }) => turn)].flatMap(([at, edits]) => {
    const [now, before] = [byIndex.get(at), byIndex.get(at - 1)];
    const [is, was] = [now?.usage?.input ?? null, before?.usage?.input ?? null];
    if (now === undefined || is === null || was === null || now.delta.modelChanged) return [];
    const freed = edits.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
    const arrived = residencies
      .filter(({ from, continues }) => from === at && !continues)
      .reduce((sum, { block, version }) => sum + (blocks[block]?.versions[version]?.tokens ?? 0), 0);
    const read = now.usage?.cacheRead ?? 0;
    const isCovered = read > 0 && read >= was - Math.max(SMALL, freed / 4);
    const hasNotFallen = is - was > arrived - freed / 2 + ERROR;
    const isTold = doubted.has(at) || edits.every(({ cause }) => cause.doubt !== null);
    return freed > SMALL && (isCovered || hasNotFallen) && !isTold ? [at] : [];
  });
}

it.skipIf(!hasCorpus)("no edit of a real session stands against the counts without a warning", async () => {
  const refuted: string[] = [];
  let measured = 0;
  for (const { entry } of corpusEntries())
    for (const [id, events] of (await importCorpusEntry(entry))?.sessions ?? []) {
      const session = foldSession(events);
      refuted.push(...refutedTurns(session).map((turn) => `${entry} ${id} turn ${turn}`));
      const counted = new Set(session.turns.flatMap(({ index, usage }) => (usage === null ? [] : index)));
      measured += session.evictions.filter(({ turn }) => counted.has(turn)).length;
    }
  expect(refuted).toEqual([]);
  expect(measured).toBeGreaterThan(1_000);
});
