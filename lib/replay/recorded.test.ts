import { afterAll, describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecordings } from "@/lib/testing/corpus/corpus-recordings";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { corpusEntries } from "@/lib/testing/corpus/import-corpus";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { choosePolicy } from "./choose-policy";
import { compare } from "./comparison";
import { UNSEEN_ID } from "./windows/fixed-part";
import { replayRecorded } from "./recorded";
import { readSource } from "./windows/source";
import { DEMO_STORIES, demoStory } from "@/lib/demo";

noteMissingCorpus(
  "replays of recorded sessions under their own policy, and under the policy that they state",
);

function windowsOf(session: Session) {
  const id = (block: number | null) => (block === null ? null : session.blocks[block]?.id);
  const step = Math.max(1, Math.floor(session.turns.length / 40));
  return {
    turns: session.turns.map(({ output, ...turn }) => ({ ...turn, output: output.map(id) })),
    windows: session.turns.filter((_turn, i) => i % step === 0).map(({ index }) => windowIds(session, index)),
    evictions: session.evictions
      .map((eviction) => ({ ...eviction, block: id(eviction.block) }))
      .sort((a, b) => a.turn - b.turn || String(a.block).localeCompare(String(b.block))),
    // A report for a turn that never came shows in no window.
    compactions: session.compactions
      .filter(({ turn }) => turn <= (session.turns.at(-1)?.index ?? -1))
      .map((one) => ({ ...one, summaryBlock: id(one.summaryBlock) })),
    repeats: session.repeats.length,
    toolCalls: session.toolCalls,
  };
}

function entriesOf({ blocks, residencies, turns }: Session): Map<number, string[]> {
  const last = turns.at(-1)?.index ?? 0;
  const windows = new Map(
    turns.filter(({ window }) => window.known).map(({ index }) => [index, [] as string[]]),
  );
  for (const { block, from, to, mode } of residencies) {
    const id = blocks[block]?.id ?? "";
    if (id === UNSEEN_ID) continue;
    for (let turn = from; turn <= (to ?? last); turn++) windows.get(turn)?.push(`${id} ${mode}`);
  }
  for (const window of windows.values()) window.sort();
  return windows;
}

function differingTurns(recording: Recording): number[] {
  const { policy } = recording.session.meta;
  if (policy == null) return [];
  const version = policy.version ?? undefined;
  const chosen = choosePolicy({
    kind: policy.kind,
    version,
    options: policy.options as Record<string, never>,
    pin: false,
    restore: false,
    recite: false,
  });
  if (!chosen.ok) throw new Error(`${policy.kind} is no policy that is known`);
  const replay = [...compare({ recording, plans: [], evidence: { edges: [] } }, [chosen])].at(-1)?.replay;
  const replayed = replay == null ? new Map<number, string[]>() : entriesOf(replay.session);
  return [...entriesOf(recording.session)].flatMap(([turn, entries]) =>
    entries.join("\n") === (replayed.get(turn) ?? []).join("\n") ? [] : turn,
  );
}

describe("a replay under the recorded policy", () => {
  it.each(DEMO_STORIES)("is the recording: %s", (name) => {
    const recording = foldRecording(demoStory(name));
    const replayed = replayRecorded(readSource(recording));
    expect(windowsOf(replayed.session)).toEqual(windowsOf(recording.session));
  });
});

describe.skipIf(!hasCorpus)("a real session", () => {
  let [compared, stating] = [0, 0];
  it.each(hasCorpus ? corpusEntries().map(({ entry }) => [entry]) : [])(
    "is what a replay gives, under what was recorded and under the policy that it states: %s",
    async (entry) => {
      for (const recording of await corpusRecordings(entry)) {
        if (recording.session.meta.policy != null) {
          expect(differingTurns(recording)).toEqual([]);
          stating++;
        }
        if (!recording.session.turns.some(({ window }) => window.known)) continue;
        const replayed = replayRecorded(readSource(recording));
        expect(windowsOf(replayed.session)).toEqual(windowsOf(recording.session));
        compared++;
      }
    },
  );
  afterAll(() => {
    expect(compared).toBeGreaterThan(20);
    expect(stating).toBeGreaterThan(2);
  });
});
