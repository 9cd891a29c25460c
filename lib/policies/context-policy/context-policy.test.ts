import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { projectChanges, type ProjectedRequest } from "../project";
import { contextPolicy } from ".";

const RULES: Message = { id: "s", role: "system", text: "Only modify the workspace." };
const GOAL: Message = { id: "u", role: "user", text: "Fix the parser test." };

function call(id: string, tool: string, args: unknown, result: string): Message[] {
  return [
    { id: `a${id}`, role: "assistant", text: "", toolCalls: [{ id, name: tool, args }] },
    { id: `r${id}`, role: "tool", toolCallId: id, toolName: tool, text: result },
  ];
}

function hint(id: string, kind: "memory" | "retrieval", text: string): Message {
  return { id, role: "user", text, source: { kind, trust: "untrusted", origin: null } };
}

const under = (history: Message[], options: object = {}): ProjectedRequest =>
  projectChanges(contextPolicy, [RULES, GOAL, ...history], { options });
const statusOf = ({ items }: ProjectedRequest, id: string) => items.find((item) => item.id === id)?.status;
const rulesOf = ({ decisions = [] }: ProjectedRequest) => decisions.map(({ rule }) => rule);

describe("the context policy", () => {
  it("does not show what the model may not see", () => {
    const result = under(call("1", "read_secret", {}, "hunter2"), {
      deny_tools: ["read_secret"],
      max_tokens: 9_000,
    });
    expect(JSON.stringify(result.messages)).not.toContain("hunter2");
    expect(rulesOf(result)).toEqual(["permission"]);
  });

  it("replaces a result by the newer one of the same call", () => {
    const history = [
      ...call("1", "read", { path: "a" }, "old text"),
      ...call("2", "read", { path: "a" }, "new text"),
    ];
    const result = under(history, { max_tokens: 9_000 });
    expect([statusOf(result, "r1"), statusOf(result, "r2")]).toEqual(["cleared", "kept"]);
  });

  it("shows memory as a hint, and leaves out what is not about the task", () => {
    const history = [
      hint("m", "memory", "The parser uses pnpm."),
      hint("x", "retrieval", "Colours of the logo."),
    ];
    const result = under(history, { max_tokens: 9_000 });
    expect(result.messages.map(({ text }) => text)).toContain(
      "Memory hint, to be verified first:\nThe parser uses pnpm.",
    );
    expect(statusOf(result, "x")).toBe("removed");
  });

  it("gives up the old tail before retrieval, and never the rules or the goal", () => {
    const history = [
      hint("x", "retrieval", `The parser: ${"x".repeat(400)}`),
      ...call("1", "run", { cmd: "test" }, "y".repeat(2_000)),
      ...call("2", "run", { cmd: "lint" }, "short"),
    ];
    const some = under(history, { max_tokens: 200, recent_tail: 2, reserve: {} });
    expect([statusOf(some, "r1"), statusOf(some, "x"), statusOf(some, "r2")]).toEqual([
      "cleared",
      "kept",
      "kept",
    ]);
    const little = under(history, { max_tokens: 10, recent_tail: 2, reserve: {} });
    expect([statusOf(little, "x"), statusOf(little, "s"), statusOf(little, "u")]).toEqual([
      "removed",
      "kept",
      "kept",
    ]);
    expect(little.notes).toEqual(["What may not leave does not fit the budget."]);
  });
});
