import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusSession } from "@/lib/testing/corpus/import-corpus";

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

  it("roo_code: a condensation takes 124,669 tokens down to 57,960, and what left is known from the display", async () => {
    const session = await corpusSession("roo_code/natural-already-condensed/api_conversation_history.json");
    expect(session.compactions).toMatchObject([
      { turn: 19, removed: 71, tokensBefore: { value: 124_669 }, tokensAfter: { value: 57_960 } },
    ]);
  });

  it("roo_code: what no block accounts for stays the same while messages are appended", async () => {
    const session = await corpusSession("roo_code/synthetic-3-tool-dedup/api_conversation_history.json");
    const residuals = session.turns.flatMap(({ window }) => window.residual ?? []);
    expect(residuals).toHaveLength(46);
    expect(Math.max(...residuals) - Math.min(...residuals)).toBeLessThan(0.01 * 262_793);
  });

  it("letta_af: 80 of 91 messages are out of the window, and their summary is in it", async () => {
    const session = await corpusSession("letta_af/memgpt_agent_with_convo.af");
    const last = session.turns.at(-1);
    expect(session.compactions).toMatchObject([{ turn: 24 }]);
    const summary = session.blocks[session.compactions[0]?.summaryBlock ?? -1];
    expect(summary?.kind).toBe("compaction_summary");
    expect(last?.window.known).toBe(true);
    expect(last?.windowProvenance).toBe("inferred");
    expect(last?.window.entries).toBeLessThan(20);
  });

  it("anthropic_messages: the provider compacted 55,196 tokens within the call", async () => {
    const session = await corpusSession("anthropic_messages/pydantic-ai-compaction_usage_with_cache.yaml");
    expect(session.compactions).toMatchObject([
      { turn: 1, tokensBefore: { value: 55_196 }, tokensAfter: { value: 229 } },
    ]);
  });

  it("codex_rollout: a compaction of which only the totals are known says so", async () => {
    const session = await corpusSession("codex_rollout/agent-sessions-small.jsonl");
    expect(session.compactions.map(({ cause }) => cause.rule)).toContain("totals_only");
  });
});
