import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { PLACEHOLDER } from "./clear";
import { anthropicClearToolUses } from ".";

function toolUse(id: string, tool: string, tokens: number): Message[] {
  return [
    {
      id: `call ${id}`,
      role: "assistant",
      text: "",
      toolCalls: [{ id, name: tool, args: { file: "x".repeat(400) } }],
    },
    { id, role: "tool", toolCallId: id, toolName: tool, text: "x".repeat(tokens * 4) },
  ];
}

function runWith(options: object): PolicyRun {
  return new PolicyRun(anthropicClearToolUses, {
    options: {
      trigger: { type: "input_tokens", value: 1_000 },
      keep: { type: "tool_uses", value: 1 },
      ...options,
    },
  });
}

const clearedIds = (run: PolicyRun) =>
  run.shown
    .messages()
    .filter(({ text }) => text === PLACEHOLDER)
    .map(({ id }) => id);

describe("Anthropic's clearing of tool uses", () => {
  it("reports totals against the original history on every later request", () => {
    const run = runWith({});
    run.append([...toolUse("a", "read", 900), ...toolUse("b", "read", 900)]);
    const first = run.step().edits;
    expect(first).toEqual([
      { type: "clear_tool_uses_20250919", cleared_tool_uses: 1, cleared_input_tokens: 900 - 9 },
    ]);
    expect(run.step().edits).toEqual(first);
    run.append(toolUse("c", "read", 900));
    expect(run.step().edits).toMatchObject([{ cleared_tool_uses: 2, cleared_input_tokens: 2 * (900 - 9) }]);
  });

  it("gives no place that is kept to excluded tools and tiny results", () => {
    const run = runWith({ exclude_tools: ["memory"] });
    run.append(["a", "b"].flatMap((id) => toolUse(id, "read", 900)));
    run.append([...toolUse("m", "memory", 900), ...toolUse("tiny", "read", 9)]);
    run.step();
    expect(clearedIds(run)).toEqual(["a"]);
  });

  it("clears nothing where it would free too little", () => {
    const run = runWith({ clear_at_least: { type: "input_tokens", value: 892 } });
    run.append(["a", "b"].flatMap((id) => toolUse(id, "read", 900)));
    expect(run.step().edits).toEqual([]);
    run.append(toolUse("c", "read", 900));
    run.step();
    expect(clearedIds(run)).toEqual(["a", "b"]);
  });

  it("takes the arguments of the named tools along", () => {
    const run = runWith({ clear_tool_inputs: ["write"] });
    run.append([...toolUse("a", "write", 900), ...toolUse("b", "read", 900), ...toolUse("c", "read", 900)]);
    run.step();
    const args = run.shown.messages().flatMap(({ toolCalls = [] }) => toolCalls.map((call) => call.args));
    expect(args[0]).toEqual({});
    expect(args[1]).not.toEqual({});
  });
});
