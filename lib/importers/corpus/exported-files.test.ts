import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus";
import { corpusSession } from "@/lib/testing/import-corpus";

noteMissingCorpus("what is known of exported files");

describe.skipIf(!hasCorpus)("exported files", () => {
  it("gemini_cli begins with a snapshot and has one masked result, which can be had again", async () => {
    const session = await corpusSession("gemini_cli/gemini-cli-trajectory.json");
    expect(session.compactions).toHaveLength(1);
    expect(session.evictions).toMatchObject([
      { how: "cleared", toMode: "reference", restorable: true, reference: { kind: "path" } },
    ]);
  });

  it("langfuse: one documentation lookup brings 45,495 tokens into the second call", async () => {
    const session = await corpusSession("langfuse_trace/vercel-ai-docs-assistant-46k-spike.json");
    expect(session.turns.map(({ delta }) => [delta.value, delta.causedByTurn])).toEqual([
      [1_124, null],
      [45_495, 0],
    ]);
    const result = session.blocks.find(({ kind }) => kind === "tool_result");
    expect(result).toMatchObject({ toolName: "searchLangfuseDocs" });
  });
});
