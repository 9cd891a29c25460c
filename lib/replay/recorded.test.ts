import { afterAll, describe, expect, it } from "vitest";
import { DEMO_SESSIONS } from "@/lib/demo";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus";
import { corpusRecordings } from "@/lib/testing/corpus-recordings";
import { windowIds } from "@/lib/testing/draw-session";
import { corpusEntries } from "@/lib/testing/import-corpus";
import { recordingOf } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { replayRecorded } from "./recorded";
import { readSource } from "./source";

noteMissingCorpus("replays of recorded sessions under their own policy");

/** What a session says about its windows. Blocks go by their ids, because their numbers may differ. */
function windowsOf(session: Session) {
  const id = (block: number | null) => (block === null ? null : session.blocks[block]?.id);
  const step = Math.max(1, Math.floor(session.turns.length / 40));
  return {
    turns: session.turns.map(({ output, ...turn }) => ({ ...turn, output: output.map(id) })),
    windows: session.turns.filter((_turn, i) => i % step === 0).map(({ index }) => windowIds(session, index)),
    evictions: session.evictions
      .map(({ residency: _residency, ...eviction }) => ({ ...eviction, block: id(eviction.block) }))
      .sort((a, b) => a.turn - b.turn || String(a.block).localeCompare(String(b.block))),
    // A report for a turn that never came shows in no window.
    compactions: session.compactions
      .filter(({ turn }) => turn <= (session.turns.at(-1)?.index ?? -1))
      .map((one) => ({ ...one, summaryBlock: id(one.summaryBlock) })),
    repeats: session.repeats.length,
    toolCalls: session.toolCalls,
  };
}

describe("a replay under the recorded policy", () => {
  it.each(DEMO_SESSIONS.map((demo) => [demo.name, demo] as const))("is the recording: %s", (_id, demo) => {
    const recording = recordingOf(demo());
    const replayed = replayRecorded(readSource(recording));
    expect(windowsOf(replayed.session)).toEqual(windowsOf(recording.session));
  });

  describe.skipIf(!hasCorpus)("over the corpus", () => {
    let compared = 0;
    it.each(hasCorpus ? corpusEntries().map(({ entry }) => [entry]) : [])(
      "is the recording: %s",
      async (entry) => {
        for (const recording of await corpusRecordings(entry)) {
          if (!recording.session.turns.some(({ window }) => window.known)) continue;
          const replayed = replayRecorded(readSource(recording));
          expect(windowsOf(replayed.session)).toEqual(windowsOf(recording.session));
          compared++;
        }
      },
    );
    afterAll(() => expect(compared).toBeGreaterThan(20));
  });
});
