import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecording } from "@/lib/testing/corpus/import-corpus";
import { buildLedgerOfTurn } from "../../ledger/ledger-of-turn";
import { explainBlock, explainText } from "./why";

noteMissingCorpus("questions about recorded sessions");

const FA812BFE = "claude_code/spotter-fa812bfe/fa812bfe-b295-4cca-9c2f-fdf01028cb46.jsonl";
const AE4A77F8 = "claude_code/spotter-ae4a77f8/ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl";
const PI_COMPACT = "pi/pi-compact-2638daee.jsonl";
const LRU = "openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl";

describe.skipIf(!hasCorpus)("the OpenClaw session's completions of records 38 to 58", () => {
  it("were recorded and are in no later window until the model looks for itself", async () => {
    const recording = await corpusRecording(LRU);
    const asked = explainText(recording, 14, "checksum 2470781676");
    expect(asked?.outcome).toMatchObject({ verdict: "never_entered", layer: "policy" });
    expect(asked?.ownWords).toEqual([]);
    for (const turn of [11, 12, 13, 14])
      expect(explainBlock(recording, turn, "attachment:3ea4b3ee")?.outcome.verdict).toBe("never_entered");
    const ledger = buildLedgerOfTurn(recording.session, 14);
    const unseen = ledger?.rows.filter(({ reason }) => reason?.class === "never_entered") ?? [];
    expect(unseen.map(({ sourceId }) => sourceId)).toContain("attachment:42a4bb35");
    expect(unseen).toHaveLength(14);
  });
});

describe.skipIf(!hasCorpus)("what a compaction took", () => {
  it.each([
    [FA812BFE, 126, 415, "bd show spotter-a0y"],
    [AE4A77F8, 138, 408, "bd show spotter-4te"],
    [PI_COMPACT, 333, 647, "pi-coding-agent"],
  ])("%s: the summary is asked whether it still says it", async (file, turn, compacted, said) => {
    const recording = await corpusRecording(file);
    const rows = buildLedgerOfTurn(recording.session, turn)?.rows ?? [];
    expect(rows.filter(({ decision }) => decision === "compacted")).toHaveLength(compacted);
    const outcomes = rows
      .filter(({ decision }) => decision === "compacted")
      .map(({ sourceId }) => explainBlock(recording, turn, sourceId)?.outcome);
    expect(new Set(outcomes.map((outcome) => outcome?.verdict))).toEqual(new Set(["summarised"]));
    expect(outcomes.some((outcome) => outcome?.summary?.says === true)).toBe(true);
    expect(outcomes.some((outcome) => outcome?.summary?.says === false)).toBe(true);
    const quotes = outcomes.flatMap((outcome) => outcome?.summary?.quote ?? []);
    expect(quotes.some((quote) => quote.includes(said))).toBe(true);
  });

  it("pi-compact reads hooks.md again: what was read before is gone with no word in the summary", async () => {
    const recording = await corpusRecording(PI_COMPACT);
    const before = recording.session.blocks.find(
      ({ kind, origin, createdTurn }) =>
        kind === "tool_result" && (origin?.path ?? "").endsWith("docs/hooks.md") && (createdTurn ?? 0) < 300,
    );
    expect(explainBlock(recording, 333, before?.id ?? "")?.outcome).toMatchObject({
      verdict: "summarised",
      turn: 333,
    });
  });
});
