import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, corpusSession, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";

noteMissingCorpus("what is known of benchmark runs and API logs");

const MATPLOTLIB = "swe_agent/sweagent0-matplotlib__matplotlib-25960.traj";
const SPHINX = "swe_agent/sweagent0-sphinx-doc__sphinx-11510.traj";
const LOOKUP_LOOP = "tau2_bench/telecom-gpt-4.1-ft-lookup-loop-a.json";
const WITHDRAWALS = "chat_completions_log/interactions_20251129_080419.jsonl";

const entries = hasCorpus ? corpusEntries() : [];

describe.skipIf(!hasCorpus)("a recorded run", () => {
  it("shows a loop of reads whose results had been cleared every time", async () => {
    const session = await corpusSession(MATPLOTLIB);
    expect(session.turns).toHaveLength(84);
    expect(session.repeats.map(({ earlierResult }) => earlierResult)).toEqual(Array(61).fill("left"));
    expect(new Set(session.evictions.map(({ how, toMode }) => `${how} ${toMode}`))).toEqual(
      new Set(["cleared reference"]),
    );
  });

  it("rebuilds windows that explain the tokens a run reports to have sent", async () => {
    for (const [file, sent] of [
      [MATPLOTLIB, 1_314_986],
      [SPHINX, 1_077_279],
    ] as const) {
      const session = await corpusSession(file);
      const shown = charsShown(session) / 4;
      const kept = charsKept(session) / 4;
      expect(sent / shown).toBeGreaterThan(1);
      expect(sent / shown).toBeLessThan(1.25);
      expect(sent / kept).toBeLessThan(0.5);
    }
  });

  it("shows the build outputs of 105,000 tokens, which were really sent", async () => {
    const session = await corpusSession(SPHINX);
    const large = session.blocks.flatMap((block, i) =>
      (block.versions[block.full]?.chars ?? 0) > 400_000 ? [i] : [],
    );
    expect(large.map((i) => session.blocks[i]?.toolName)).toEqual(["sphinx-build", "sphinx-build"]);
    const stays = session.residencies.filter(({ block, mode }) => large.includes(block) && mode === "full");
    expect(stays.map(({ from, to }) => [from, to])).toEqual([
      [9, 13],
      [26, null],
    ]);
  });

  it("shows lookups repeated though every earlier result was in the window", async () => {
    const imported = [...((await importCorpusEntry(LOOKUP_LOOP))?.sessions.values() ?? [])];
    for (const [place, count] of [
      [1, 95],
      [2, 68],
    ] as const) {
      const events = imported[place] ?? [];
      const session = foldSession(events);
      const calls = events.flatMap((event) => (event.type === "turn.recorded" ? (event.output ?? []) : []));
      const lookups = calls.filter(
        (b) => b.toolName === "get_details_by_id" && b.content === '{"id":"L1002"}',
      );
      expect(lookups).toHaveLength(count);
      expect(new Set(session.repeats.map(({ earlierResult }) => earlierResult))).toEqual(
        new Set(["in_window"]),
      );
      expect(session.meta).toMatchObject({ outcome: "wrong", outcomeReason: "max_steps, reward 0" });
    }
  });

  it("shows corrections withdrawn after one call, and the mistake made again", async () => {
    const session = await corpusSession(WITHDRAWALS);
    const withdrawn = session.evictions.map((e) => [e.turn, session.blocks[e.block]?.kind, e.how]);
    expect(withdrawn).toEqual([
      [25, "user_message", "removed"],
      [27, "assistant_text", "removed"],
      [27, "user_message", "removed"],
      [29, "assistant_text", "removed"],
      [29, "user_message", "removed"],
      [31, "assistant_text", "removed"],
      [31, "user_message", "removed"],
      [33, "assistant_text", "removed"],
      [33, "user_message", "removed"],
    ]);
    expect(session.turns.every((turn) => turn.window.changed === 0)).toBe(true);
  });

  it.for(entries.filter(({ entry }) => /^(mini_swe_agent|tau|openai|litellm)/.test(entry)))(
    "$entry keeps everything: its harness only appends",
    async ({ entry }) => {
      const imported = [...((await importCorpusEntry(entry))?.sessions.values() ?? [])];
      expect(imported.length).toBeGreaterThan(0);
      expect(imported.flatMap((events) => foldSession(events).evictions)).toEqual([]);
    },
  );
});

function charsShown(session: Session): number {
  const last = session.turns.length - 1;
  return session.residencies.reduce((sum, { block, version, from, to }) => {
    const chars = session.blocks[block]?.versions[version]?.chars ?? 0;
    return sum + chars * ((to ?? last) - from + 1);
  }, 0);
}

function charsKept(session: Session): number {
  const last = session.turns.length - 1;
  const entered = session.residencies.filter(({ from, since }) => from === since);
  return entered.reduce((sum, { block, from }) => {
    const { versions, full } = session.blocks[block] ?? { versions: [], full: -1 };
    return sum + (versions[full]?.chars ?? 0) * (last - from + 1);
  }, 0);
}
