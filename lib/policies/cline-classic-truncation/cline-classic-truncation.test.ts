import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { clineClassicTruncation } from ".";

const FULL = {
  contextWindow: 64_000,
  usage: { input: 40_000, cacheRead: null, cacheWrite: null, output: 0 },
};

function reads(paths: readonly string[], chars: number): Message[] {
  const task: Message = { id: "task", role: "user", text: "Fix the build." };
  return [
    task,
    ...paths.flatMap((path, i): Message[] => [
      {
        id: `a${i}`,
        role: "assistant",
        text: "",
        toolCalls: [{ id: `c${i}`, name: "read_file", args: { path } }],
      },
      { id: `r${i}`, role: "tool", toolCallId: `c${i}`, text: path.repeat(chars) },
    ]),
  ];
}

function after(messages: readonly Message[]) {
  const run = new PolicyRun(clineClassicTruncation, { history: messages });
  const { decisions = [] } = run.step(FULL);
  return { rules: [...new Set(decisions.map(({ rule }) => rule))], shown: run.shown };
}

describe("Cline's truncation of a context that is full", () => {
  it("puts a notice in place of all but the newest read of a file, and truncates nothing where that saves enough", () => {
    const { rules, shown } = after(reads(["a", "a", "a", "b"], 4_000));
    expect(rules).toEqual(["duplicate-file-read"]);
    expect([2, 4, 6, 8].map((index) => shown.statusAt(index))).toEqual([
      "cleared",
      "cleared",
      "kept",
      "kept",
    ]);
    expect(shown.at(2)?.text).toContain("Refer to the latest file read");
  });

  it("truncates as well where that saves less than three tenths", () => {
    const { rules } = after(reads(["a", "a", "b", "c", "d", "e"], 4_000));
    expect(rules).toEqual(["duplicate-file-read", "keep-half"]);
  });

  it("truncates alone where every file was read once", () => {
    expect(after(reads(["a", "b", "c", "d"], 4_000)).rules).toEqual(["keep-half"]);
  });
});
