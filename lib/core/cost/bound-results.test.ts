import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import type { Account } from "./account";
import { buildAccount } from "./account";

/** A program that runs a command a turn; every request is read as far as the one before, and written behind that. */
function running(
  sizes: readonly number[],
  agent = "Claude Code 2.1.0",
  toolOf: (n: number) => string = () => "Bash",
): Account {
  const story = trace("running", { model: "claude-opus-4-5", agent });
  let input = 5_000;
  story.turn((t) =>
    t
      .system(4_000)
      .user(1_000)
      .calls(toolOf(0), { command: "0" }, "c0")
      .usage(input, 0, { cacheRead: 0, cacheWrite: input }),
  );
  sizes.forEach((size, n) => {
    const before = input;
    input += size;
    story.turn((t) =>
      t
        .result(`c${n}`, size)
        .calls(toolOf(n + 1), { command: String(n + 1) }, `c${n + 1}`)
        .usage(input, 0, { cacheRead: before, cacheWrite: size }),
    );
  });
  return buildAccount({ recording: foldRecording(story.events()), evidence: { edges: [] } });
}

const SIZES = Array.from({ length: 20 }, (_, n) => (n === 4 ? 41_000 : n === 9 ? 1_800 : 900));
const boundIn = ({ remedies }: Account) => remedies.find(({ kind }) => kind === "bound_results");

describe("bounding what a tool returns", () => {
  it("saves what the same session costs less whose tool returned no more", () => {
    const [long, short] = [running(SIZES), running(SIZES.map((size) => Math.min(size, 1_000)))];
    const bound = boundIn(long);
    expect(bound?.title).toBe("Bound what Bash returns to 1,000 tokens");
    const saved = long.own - short.own;
    expect(saved).toBeGreaterThan(0.5);
    expect(Math.abs((bound?.saves ?? 0) - saved) / saved).toBeLessThan(0.02);
  });

  it("promises of one tool's setting what its own results save", () => {
    const toolOf = (n: number) => (n === 4 ? "Bash" : "Task");
    const [long, short] = [SIZES, SIZES.map((size, n) => (n === 4 ? 1_000 : size))].map((sizes) =>
      running(sizes, "Claude Code 2.1.0", toolOf),
    );
    const bound = boundIn(long as Account);
    expect(bound).toMatchObject({
      title: "Bound what Bash returns to 1,000 tokens",
      risk: expect.stringMatching(/^1 result would have been cut/) as string,
    });
    const saved = (long?.own ?? 0) - (short?.own ?? 0);
    expect(Math.abs((bound?.saves ?? 0) - saved) / saved).toBeLessThan(0.02);
    // Codex has one setting for all tools.
    const all = boundIn(running(SIZES, "Codex 0.150.0", toolOf));
    expect(all).toMatchObject({
      title: "Bound what Bash and 1 other tool return to 1,000 tokens",
      risk: expect.stringMatching(/^2 results would have been cut/) as string,
    });
    expect(all?.saves).toBeGreaterThan(bound?.saves ?? 0);
  });

  it("is nothing where all results are of a size", () => {
    expect(boundIn(running(SIZES.map(() => 900)))).toBeUndefined();
  });

  it.each([
    ["Claude Code 2.1.0", '"env": { "BASH_MAX_OUTPUT_LENGTH": "4000" }'],
    ["Codex 0.150.0", "tool_output_token_limit = 1000"],
    ["Gemini CLI", '"tools": { "truncateToolOutputThreshold": 4000 }'],
    [
      "one's own agent",
      "No setting of one's own agent for this is known here. Let Bash return 1000 tokens at most, and say how to get the rest.",
    ],
  ])("is told to %s in its own words", (agent, line) => {
    expect(boundIn(running(SIZES, agent))?.lines).toEqual([line]);
  });
});
