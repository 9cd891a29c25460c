import { describe, expect, it } from "vitest";
import { importSample } from "@/lib/testing/samples";

async function figuresOf(sample: string) {
  const { format, sessions, warnings } = await importSample(sample);
  return {
    format,
    warnings,
    turns: sessions.flatMap(({ turns }) =>
      turns.map(({ usage, toolCalls }) => [usage?.input ?? null, usage?.output ?? null, toolCalls]),
    ),
    results: sessions.flatMap(({ blocks }) =>
      blocks.filter(({ kind }) => kind === "tool_result").map(({ toolName, isError }) => [toolName, isError]),
    ),
    kinds: sessions.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)),
  };
}

describe("programs that keep another one's records", () => {
  it("Kimi CLI keeps messages a line, with what stood in the window before an answer and behind it", async () => {
    const figures = await figuresOf("chat-lines.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["chat_lines", {}]);
    expect(figures.turns).toEqual([
      [4_100, 50, 1],
      [4_190, 12, 0],
      [null, null, 0],
    ]);
    expect(figures.results).toEqual([["ReadFile", false]]);
    expect(figures.kinds).toEqual(expect.arrayContaining(["system_rules", "user_goal", "thinking"]));
  });

  it("iFlow repeats a call in the next row: each is one call, and its result is what was sent", async () => {
    const figures = await figuresOf("iflow.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["iflow", { repeated_row: 1 }]);
    expect(figures.turns.map(([, , tools]) => tools)).toEqual([2, 1, 0]);
    expect(figures.results).toEqual([
      ["read_file", false],
      ["read_file", false],
      ["replace", true],
    ]);
  });

  it("opencode's hooks keep calls and results without ids, which are paired by tool and order", async () => {
    const figures = await figuresOf("opencode-transcript.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["opencode_transcript", {}]);
    expect(figures.turns.map(([, , tools]) => tools)).toEqual([2, 1]);
    expect(figures.results.map(([tool]) => tool).sort()).toEqual(["grep", "read", "read"]);
  });

  it("opencode prints as it runs the parts that it stores, with the usage of each step", async () => {
    const figures = await figuresOf("opencode-run.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["opencode", {}]);
    expect(figures.turns).toEqual([
      [9_010, 20, 1],
      [9_050, 8, 0],
    ]);
  });
});
