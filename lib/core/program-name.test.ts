import { describe, expect, it } from "vitest";
import { parseProgram } from "./program-name";

describe("the name of a program", () => {
  it.each([
    ["Codex 0.146.0", "Codex", "0.146.0"],
    ["pi v3", "pi", "3"],
    ["agent 7b fast", "agent 7b fast", null],
    ["Claude Code", "Claude Code", null],
  ])("is taken out of %s, and its version", (agent, program, version) =>
    expect(parseProgram(agent)).toEqual({ program, version }),
  );
});
