import { describe, expect, it } from "vitest";
import {
  findCompactAtDoubt,
  listBoundLines,
  listCompactAtLines,
  listCompactNowLines,
  listWithoutLines,
} from "./program-lines";
import { PROGRAM_SETTINGS } from "./program-settings";

describe("the lines of a remedy", () => {
  it("are those of the program that ran, in any version", () => {
    expect(listBoundLines("Codex 0.169.0", "exec", 5_000)).toEqual(["tool_output_token_limit = 5000"]);
    expect(listBoundLines("claude code 2.1.39", "mcp__docs__get", 2_000)).toEqual([
      '"env": { "MAX_MCP_OUTPUT_TOKENS": "2000" }',
    ]);
    expect(listWithoutLines("Codex", [{ name: "docs", isServer: true }])).toEqual([
      "[mcp_servers.docs]",
      "enabled = false",
    ]);
    expect(listCompactAtLines("Gemini CLI", 250_000, 1_000_000)).toEqual([
      '"model": { "compressionThreshold": 0.25 }',
    ]);
    expect(listCompactAtLines("opencode 1.2", 150_000, 200_000)).toEqual([
      '"compaction": { "reserved": 50000 }',
    ]);
    expect(listCompactNowLines("Qwen Code 0.3")).toEqual(["/compress"]);
  });

  it("say of a program that nobody looked at that no setting is known", () => {
    expect(listBoundLines("mine 2.0", "search", 1_000)).toEqual([
      "No setting of mine for this is known here. Let search return 1000 tokens at most, and say how to get the rest.",
    ]);
    expect(listWithoutLines(null, [{ name: "a", isServer: false }])).toEqual([
      "Leave a out of the tools of each request.",
    ]);
    expect(listCompactAtLines("Claude Code", 50_000, null)[0]).toContain("No setting of Claude Code");
    expect(listCompactNowLines(null)).toHaveLength(1);
  });

  it("come with what speaks against them, where they are a setting", () => {
    const doubtOf = (agent: string, window: number | null) =>
      findCompactAtDoubt(agent, listCompactAtLines(agent, 100_000, window));
    expect(doubtOf("Claude Code 2.1.220", 200_000)).toContain("only compacts earlier");
    expect(doubtOf("Claude Code 2.1.220", null)).toBeNull();
    expect(doubtOf("Codex 0.169.0", 200_000)).toBeNull();
  });

  it("hold a name as the program reads it", () => {
    expect(listWithoutLines("opencode", [{ name: 'a"b', isServer: false }])).toEqual([
      '"tools": { "a\\"b": false }',
    ]);
  });

  it("leave no place of a template open, whatever program", () => {
    for (const { names } of PROGRAM_SETTINGS)
      for (const agent of names)
        for (const line of [
          ...listBoundLines(agent, "Read", 1_000),
          ...listBoundLines(agent, "mcp__s__t", 1_000),
          ...listWithoutLines(agent, [
            { name: "x", isServer: true },
            { name: "y", isServer: false },
          ]),
          ...listCompactAtLines(agent, 1_000, 2_000),
        ])
          expect(line).not.toMatch(/\{(tokens|chars|name|percent|share|reserve)\}/);
  });
});
