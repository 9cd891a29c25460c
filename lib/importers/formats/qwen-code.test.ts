import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { importPath } from "@/lib/testing/import-file";

async function sampleOf(name: string) {
  const { format, sessions, warnings } = await importPath(`lib/importers/samples/${name}`);
  const [events = []] = sessions.values();
  return { format, warnings, session: foldSession(events) };
}

describe("a session of Qwen Code", () => {
  it("has the calls of the branch that stands, with their usage, and the compression as an edit", async () => {
    const { format, warnings, session } = await sampleOf("qwen-code.jsonl");
    expect(format).toBe("qwen_code");
    expect([...warnings]).toEqual([["left_branch", 2]]);
    expect(session.meta.name).toBe("Tax of books");
    expect(session.turns.map(({ usage }) => [usage?.input, usage?.cacheRead])).toEqual([
      [9_000, 0],
      [9_090, 9_000],
      [9_110, 9_090],
      [8_950, 0],
    ]);
    expect(session.turns.at(-1)?.window.entries).toBe(3);
    expect(new Set(session.evictions.map(({ how, turn }) => `${how} ${turn}`))).toEqual(
      new Set(["compacted 3"]),
    );
  });
});

describe("a session of Droid", () => {
  it("has its calls, tools and failures", async () => {
    const { format, session } = await sampleOf("droid.jsonl");
    expect(format).toBe("droid");
    expect(session.meta.externalId).toBe("7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d");
    expect(session.turns.map(({ output }) => output.length)).toEqual([4, 1]);
    expect(session.blocks.filter(({ isError }) => isError).map(({ toolName }) => toolName)).toEqual([
      "Execute",
    ]);
  });
});
