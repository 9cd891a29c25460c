import { afterAll, describe, expect, it } from "vitest";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecordings } from "@/lib/testing/corpus/corpus-recordings";
import { corpusEntries } from "@/lib/testing/corpus/import-corpus";
import { sumSessionCost } from "@/lib/core/pricing/cost";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { POLICIES } from "@/lib/policies/registry";
import { replayRecorded } from "./recorded";
import { replay } from "./replayer";
import { UNSEEN_ID } from "./windows/fixed-part";
import { readSource } from "./windows/source";

noteMissingCorpus("prices of replays up to the first eviction");

let compared = 0;

/** Turns before the first eviction of either side whose price is another one than recorded. */
function differing(recording: Recording): string[] {
  const source = readSource(recording);
  const recorded = replayRecorded(source);
  return POLICIES.flatMap((policy) => {
    const other = replay(source, { policy });
    const first = firstDifference(recording.session, other.session);
    return other.series.flatMap((turn, n) => {
      const was = recorded.series[n];
      if (was === undefined || turn.turn >= first) return [];
      compared++;
      const sum = (one: typeof turn) => (one.price ?? 0) + (one.outputPrice ?? 0);
      const isSame = Math.abs(sum(turn) - sum(was)) < 1e-9 && (turn.price === null) === (was.price === null);
      return isSame ? [] : [`${policy.kind} at turn ${turn.turn}: ${sum(turn)} instead of ${sum(was)}`];
    });
  });
}

/** The first turn whose windows hold other blocks, or hold one in another form. */
function firstDifference(a: Session, b: Session): number {
  const [inA, inB] = [standing(a), standing(b)];
  const turns = [...inA, ...inB].flatMap(([entry, turn]) => (inA.has(entry) && inB.has(entry) ? [] : [turn]));
  return Math.min(Infinity, ...turns);
}

/** What came and what left, each with its turn. */
function standing({ blocks, residencies }: Session): Map<string, number> {
  const shown = residencies.flatMap(({ block, version, mode, from, to }): [string, number][] => {
    const { id, versions } = blocks[block] ?? { id: "", versions: [] };
    if (id === UNSEEN_ID) return [];
    const entry = `${id} ${mode} ${versions[version]?.tokens}`;
    return [
      [`${entry} from ${from}`, from],
      ...(to === null ? [] : [[`${entry} to ${to}`, to + 1] as [string, number]]),
    ];
  });
  return new Map(shown);
}

/** What the bill of a recording says, where it is in one currency; and what its replay says. */
function totals(recording: Recording): [number, number] | null {
  const { session, models = [] } = recording;
  const [cost, ...others] = sumSessionCost(session, models);
  if (cost === undefined || others.length > 0) return null;
  return [cost.total, replayRecorded(readSource(recording)).price ?? 0];
}

describe("a replay", () => {
  it.each(DEMO_STORIES)("costs what the recording cost until a window differs: %s", (name) => {
    const recording = foldRecording(demoStory(name));
    expect(differing(recording)).toEqual([]);
  });
});

/** Of a file with many sessions. */
const SESSIONS_MAX = 4;

describe.skipIf(!hasCorpus)("a replay of a real session", () => {
  it.each(hasCorpus ? corpusEntries().map(({ entry }) => [entry]) : [])(
    "costs what the recording cost until a window differs, and the recording what its bill says: %s",
    async (entry) => {
      for (const recording of (await corpusRecordings(entry)).slice(0, SESSIONS_MAX)) {
        if (!recording.session.turns.some(({ window }) => window.known)) continue;
        expect(differing(recording)).toEqual([]);
        const [bill, price] = totals(recording) ?? [0, 0];
        expect(price).toBeCloseTo(bill, 8);
      }
    },
  );
  afterAll(() => expect(compared).toBeGreaterThan(1_000));
});
