import { describe, expect, it } from "vitest";
import { CommandPairs, findLastFencedCommand } from "./commands";

describe("findLastFencedCommand", () => {
  it.each([
    ["I look.\n\n```\nopen a.py 10\n```", { toolName: "open", text: "open a.py 10" }],
    ["Like so:\n```python\nprint(1)\n```\nThen:\n```\nls -F\n```", { toolName: "ls", text: "ls -F" }],
    [
      "```\nedit 1:1\n```python\nx\n```\nend_of_edit\n```",
      { toolName: "edit", text: "edit 1:1\n```python\nx\n```\nend_of_edit" },
    ],
    ["No command here.", null],
    ["```\nnever closed", null],
    ["```\n```", null],
  ])("finds the command of %j", (reply, command) => expect(findLastFencedCommand(reply)).toEqual(command));
});

describe("CommandPairs", () => {
  it("keeps a reply as it was written and gives call and result one id", () => {
    const pairs = new CommandPairs();
    const reply = "I look.\n```\nls\n```\n";
    const items = pairs.reply(reply, findLastFencedCommand(reply), 7);
    expect(items).toMatchObject([
      { kind: "assistant_text", content: reply },
      { kind: "tool_call", toolName: "ls", toolCallId: "step-7", content: "ls", tokens: { value: 0 } },
    ]);
    expect(pairs.result("a.py")).toEqual([
      { kind: "tool_result", toolName: "ls", toolCallId: "step-7", content: "a.py" },
    ]);
    expect(pairs.result("and you?")).toBeNull();
  });
});
