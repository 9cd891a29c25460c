import { describe, expect, it } from "vitest";
import { textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { withAdvice } from "./advice";
import { chooseImporter } from "./choose";
import { miniSweAgent } from "./formats/swe-agent/mini-swe-agent";
import { groupFiles } from "./group";

async function reasonFor(text: string, format?: string): Promise<string> {
  const { sniff } = await textFile("file", text);
  const choice = chooseImporter(sniff, format);
  return choice.importer === null ? choice.reason : `${choice.importer.id} was chosen`;
}

async function adviceFor(text: string): Promise<string | undefined> {
  const { unrecognised } = groupFiles([await textFile("file", text)]);
  return unrecognised[0] && (await withAdvice(unrecognised[0])).reason;
}

describe("chooseImporter", () => {
  it("says of a file that is nearly in a known format which one, and where it first differs", async () => {
    const run = sampleText("mini-swe-agent.traj.json").replaceAll('"model_stats"', '"stats"');
    expect(await reasonFor(run)).toBe(
      'the file is nearly in the format "mini-swe-agent trajectory", but its info has no model_stats',
    );
    const rollout = sampleText("codex-rollout.jsonl").replaceAll('"payload"', '"content"');
    expect(await reasonFor(rollout, "codex_rollout")).toBe("codex_rollout was chosen");
    expect(await reasonFor(rollout)).not.toContain("was chosen");
  });

  it("advises a format only where it reads the file", async () => {
    const run = sampleText("mini-swe-agent.traj.json").replaceAll('"model_stats"', '"stats"');
    expect(await adviceFor(run)).toMatch(/; format=mini_swe_agent reads it all the same$/);
    const file = await textFile("file", '{"hello": 1}');
    expect((await withAdvice({ file, reason: "It differs", nearly: miniSweAgent })).reason).toBe(
      "It differs",
    );
  });

  it("names the program of a file that looks like another one's", async () => {
    const row = { uuid: "a", parentUuid: null, sessionId: "s", type: "user", isSidechain: false };
    const qwen = { ...row, message: { role: "user", parts: [{ text: "Hi" }] } };
    expect(await reasonFor(JSON.stringify(qwen))).toContain("a session of Qwen Code");
    const amp = { id: "T-0a1b2c3d", messages: [{ role: "user", messageId: 0, content: [] }] };
    expect(await reasonFor(JSON.stringify(amp))).toContain("a thread of Amp");
  });

  it("names the known formats for a file that is in none of them", async () => {
    expect(await reasonFor('{"hello": 1}')).toContain("none of the known formats: ");
  });

  it("does not guess at what holds no text", async () => {
    expect(await reasonFor("  \n")).toBe("the file is empty");
    expect(await reasonFor("\u0000\u0001")).toContain("binary");
  });
});
