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
    const run = sampleText("mini-swe-agent.traj.json").replaceAll('"model_stats"', '"stats"');
    expect(await reasonFor(run)).toBe(
      'the file is nearly in the format "mini-swe-agent trajectory", but its info has no model_stats; format=mini_swe_agent reads it all the same',
    );
    const rollout = sampleText("codex-rollout.jsonl").replaceAll('"payload"', '"content"');
    expect(await reasonFor(rollout, "codex_rollout")).toBe("codex_rollout was chosen");
    expect(await reasonFor(rollout)).not.toContain("was chosen");
  });

  it("names the known formats for a file that is in none of them", async () => {
    expect(await reasonFor('{"hello": 1}')).toContain("none of the known formats: ");
  });

  it("does not guess at what holds no text", async () => {
    expect(await reasonFor("  \n")).toBe("the file is empty");
    expect(await reasonFor("\u0000\u0001")).toContain("binary");
  });
});
