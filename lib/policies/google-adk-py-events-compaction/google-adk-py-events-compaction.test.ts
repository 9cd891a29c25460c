import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { googleAdkPyEventsCompaction } from ".";

const invocation = (n: number): Message[] => [
  ...(n === 1 ? [] : [{ id: `a${n - 1}`, role: "assistant" as const, text: "a".repeat(400) }]),
  { id: `u${n}`, role: "user", text: "u".repeat(400) },
];

function runOf(options: object): (invocations: number) => { shown: string; read: number[] } {
  const run = new PolicyRun(googleAdkPyEventsCompaction, { options });
  let sent = 0;
  return (invocations) => {
    const read: number[] = [];
    while (sent < invocations) {
      run.append(invocation(++sent));
      for (const { inputTokens } of run.step().summarizerCalls ?? []) read.push(inputTokens);
    }
    const ids = run.shown.messages().map(({ id }) => id.replace("google-adk-py:summary:", "s"));
    return { shown: ids.join(" "), read };
  };
}

describe("ADK's compaction of events", () => {
  it("waits until enough invocations have ended", () => {
    const upTo = runOf({ compaction_interval: 2, overlap_size: 1 });
    expect(upTo(2).shown).toBe("u1 a1 u2");
    expect(upTo(3).shown).toBe("s1 u3");
  });

  it("counts from the last compaction, and lets earlier summaries stand", () => {
    const upTo = runOf({ compaction_interval: 2, overlap_size: 1 });
    expect(upTo(4).shown).toBe("s1 u3 a3 u4");
    expect(upTo(5).shown).toBe("s1 s2 u5");
  });

  it("reads the last invocations of the summary before again", () => {
    const once = runOf({ compaction_interval: 2, overlap_size: 0 })(5).read;
    const again = runOf({ compaction_interval: 2, overlap_size: 1 })(5).read;
    expect(once).toEqual([400, 400]);
    expect(again).toEqual([400, 600]);
  });

  it("does nothing in the middle of a turn", () => {
    const run = new PolicyRun(googleAdkPyEventsCompaction, { options: { compaction_interval: 1 } });
    run.append(invocation(1));
    run.append([{ id: "a1", role: "assistant", text: "thinking" }]);
    expect(run.step().changes).toEqual([]);
  });
});
