import { describe, expect, it } from "vitest";
import { textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "./choose";

async function reasonFor(text: string, format?: string): Promise<string> {
  const { sniff } = await textFile("file", text);
  const choice = chooseImporter(sniff, format);
  return choice.importer === null ? choice.reason : `${choice.importer.id} was chosen`;
}

describe("chooseImporter", () => {
  it("says of a file that is nearly in a known format which one, and where it first differs", async () => {
    const run = sampleText("swe-agent-0.traj").replaceAll('"observation"', '"seen"');
    expect(await reasonFor(run)).toMatchInlineSnapshot(
      `"the file is in none of the known formats: anthropic_messages, chat_completions_log, claude_code, codex_rollout, gemini_cli, inspect_eval, langfuse_trace, letta_af, litellm_call_log, mini_swe_agent, openai_messages, openai_request_log, openclaw, pi, openhands_v1_events, roo_code, swe_agent, tau2_bench, tau_bench"`,
    );
    const rollout = sampleText("codex-rollout.jsonl").replaceAll('"payload"', '"content"');
    expect(await reasonFor(rollout, "codex_rollout")).toMatchInlineSnapshot(
      `"the file is nearly in the format "Codex rollout", but has no payload"`,
    );
  });

  it("names the known formats for a file that is in none of them", async () => {
    expect(await reasonFor('{"hello": 1}')).toContain("none of the known formats: ");
  });

  it("does not guess at what holds no text", async () => {
    expect(await reasonFor("  \n")).toBe("the file is empty");
    expect(await reasonFor("\u0000\u0001")).toContain("binary");
  });
});
