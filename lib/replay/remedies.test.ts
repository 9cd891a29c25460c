import { describe, expect, it } from "vitest";
import { assert } from "@/lib/core/assert";
import type { Account } from "@/lib/core/cost/account";
import { buildAccount } from "@/lib/core/cost/account";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { findPolicy } from "@/lib/policies/registry";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecordings } from "@/lib/testing/corpus/corpus-recordings";
import { corpusEntries } from "@/lib/testing/corpus/import-corpus";
import { trace } from "@/lib/testing/trace-builder";
import { replayRecorded } from "./recorded";
import { replay } from "./replayer";
import { readSource } from "./windows/source";

noteMissingCorpus("remedies against their replays");

/** A program that reads one file a turn, and whose provider keeps what it reads and writes. */
function reading(turns: number, size: number): Recording {
  const story = trace("reading", { model: "claude-opus-4-5" });
  story.turn((t) =>
    t
      .system(4_000)
      .user(1_000)
      .calls("read", { path: "0" }, "c0")
      .usage(5_000, 20, { cacheRead: 0, cacheWrite: 5_000 }),
  );
  for (let n = 1; n < turns; n++) {
    const before = 5_000 + (n - 1) * size;
    story.turn((t) =>
      t
        .result(`c${n - 1}`, size)
        .calls("read", { path: String(n) }, `c${n}`)
        .usage(before + size, 20, { cacheRead: before, cacheWrite: size }),
    );
  }
  return foldRecording(story.events());
}

const NO_EVIDENCE = { edges: [] };

function remedyOf(
  recording: Recording,
  of: Account["remedies"][number]["kind"] = "clear_results",
): Account["remedies"][number] | undefined {
  const { remedies } = buildAccount({ recording, evidence: NO_EVIDENCE });
  return remedies.find(({ kind }) => kind === of);
}

/** What the replay of a remedy saves. */
function savedIn(recording: Recording, { policy, options }: Account["remedies"][number]): number {
  const found = findPolicy(policy ?? "");
  assert(found !== undefined, `no policy ${policy}`);
  const source = readSource(recording);
  const other = replay(source, { policy: found, options: options ?? {} });
  return (replayRecorded(source).price ?? 0) - (other.price ?? 0);
}

/** The two count in different places, and round there. */
const SIZES_ERROR = 0.02;

describe("a remedy that clears results", () => {
  it("saves what its replay saves", () => {
    const recording = reading(120, 2_000);
    const remedy = remedyOf(recording);
    assert(remedy !== undefined, "clearing saves something here");
    const saved = savedIn(recording, remedy);
    expect(saved).toBeGreaterThan(0);
    expect(Math.abs(remedy.saves / saved - 1)).toBeLessThan(0.02);
  });

  it("is not named where it would save nothing", () => {
    expect(remedyOf(reading(6, 300))).toBeUndefined();
  });
});

/** A program that talks and calls nothing, so that only a compaction makes its windows smaller. */
function talking(turns: number, size: number, unseen = 0): Recording {
  const story = trace("talking", { model: "claude-opus-4-5" });
  const first = 5_000 + unseen;
  story.turn((t) => t.system(4_000).user(1_000).usage(first, 20, { cacheRead: 0, cacheWrite: first }));
  for (let n = 1; n < turns; n++) {
    const before = first + (n - 1) * size;
    story.turn((t) => t.user(size).usage(before + size, 20, { cacheRead: before, cacheWrite: size }));
  }
  return foldRecording(story.events());
}

describe("a remedy that compacts earlier", () => {
  it("saves what its replay saves, the calls for its summaries included", () => {
    const recording = talking(120, 2_000);
    const remedy = remedyOf(recording, "compact_at");
    assert(remedy !== undefined, "compacting saves something here");
    const saved = savedIn(recording, remedy);
    expect(saved).toBeGreaterThan(0);
    expect(Math.abs(remedy.saves / saved - 1)).toBeLessThan(0.05);
  });

  it("counts what the record does not show of a request, as the replay does", () => {
    const recording = talking(60, 2_000, 20_000);
    const remedy = remedyOf(recording, "compact_at");
    assert(remedy !== undefined, "compacting saves something here");
    expect(Math.abs(remedy.saves / savedIn(recording, remedy) - 1)).toBeLessThan(0.02);
  });

  it("is not named where windows stay small", () => {
    expect(remedyOf(talking(20, 1_000), "compact_at")).toBeUndefined();
  });
});

describe.skipIf(!hasCorpus)("a remedy of a real session", () => {
  it("saves what its replay saves", async () => {
    let compared = 0;
    for (const { entry } of corpusEntries())
      for (const recording of (await corpusRecordings(entry)).slice(0, 4)) {
        const remedy = remedyOf(recording);
        if (remedy === undefined) continue;
        const saved = savedIn(recording, remedy);
        expect(Math.abs(remedy.saves / saved - 1)).toBeLessThan(SIZES_ERROR);
        compared++;
      }
    expect(compared).toBeGreaterThan(5);
  }, 300_000);
});
