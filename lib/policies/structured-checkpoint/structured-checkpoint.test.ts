import { expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { structuredCheckpoint } from ".";

const TASK = "Refund order 7, but never a shipped one.";

function exchange(n: number): Message[] {
  return [
    {
      id: `a${n}`,
      role: "assistant",
      text: "",
      toolCalls: [{ id: `c${n}`, name: "get_order", args: { n } }],
    },
    {
      id: `r${n}`,
      role: "tool",
      toolCallId: `c${n}`,
      toolName: "get_order",
      text: `status pending ${"x".repeat(4_000)}`,
    },
  ];
}

it("a structured checkpoint restarts once from a state with the task word for word, names what caused a spike, then says that it is over", () => {
  const run = new PolicyRun(structuredCheckpoint, { options: { max_total: 2_500, spike_threshold: 900 } });
  run.append([{ id: "u", role: "user", text: TASK }, ...exchange(1)]);
  expect(run.step().notes).toEqual([]);
  run.append(exchange(2));
  expect(run.step().notes?.[0]).toContain("request 0 caused it");
  run.append(exchange(3));
  expect(run.step().decisions).toMatchObject([{ action: "summarize", rule: "checkpoint" }]);
  const [state] = run.shown.messages();
  expect(JSON.parse(state?.text ?? "")).toMatchObject({
    task: TASK,
    decisions: [],
    ruled_out: [],
    evidence: [{ id: "r1" }, { id: "r2" }],
    next_action: 'get_order {"n":3}',
    done: [{}, {}].map(() => expect.stringContaining("get_order")),
  });
  for (const n of [4, 5, 6]) run.append(exchange(n));
  const over = run.step();
  expect(over.changes).toEqual([]);
  expect(over.notes?.join()).toContain("after its one restart");
});
