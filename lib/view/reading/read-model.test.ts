import { describe, expect, it } from "vitest";
import type { ConversationInput, SpokenLineInput } from "../answers";
import { readModel } from "./read-model";

function line(more: Partial<SpokenLineInput> & Pick<SpokenLineInput, "blockId" | "sourceKind" | "turn">) {
  const text = more.text ?? "text";
  return {
    trust: "trusted",
    toolName: null,
    toolCallId: null,
    isError: false,
    chars: text.length,
    ...more,
    text,
  };
}

const PAGE = {
  prompts: [
    { turn: 0, blockId: "p1", preview: "Fix it." },
    { turn: 60, blockId: "p2", preview: "" },
  ],
  promptsTotal: 2,
  from: 0,
  to: 1,
  previous: null,
  next: 2,
  turns: [
    {
      turn: 0,
      at: null,
      windowTokens: 900,
      provenance: "measured",
      delta: null,
      evictions: 0,
      evictedTokens: 0,
      compactions: 0,
    },
    {
      turn: 1,
      at: null,
      windowTokens: 1_000,
      provenance: "estimated",
      delta: 100,
      evictions: 2,
      evictedTokens: 40,
      compactions: 1,
    },
  ],
  lines: [
    line({ blockId: "p1", sourceKind: "user_goal", turn: 0, text: "Fix it." }),
    line({ blockId: "c1", sourceKind: "tool_call", turn: 0, toolName: "bash", toolCallId: "1", text: "ls" }),
    line({
      blockId: "r1",
      sourceKind: "tool_result",
      turn: 0,
      toolCallId: "1",
      trust: "untrusted",
      text: "a\nb\nc\nd",
    }),
    line({
      blockId: "r9",
      sourceKind: "tool_result",
      turn: 1,
      toolCallId: "9",
      text: "of a call that is not here",
    }),
  ],
} as unknown as ConversationInput;

describe("a session as a conversation", () => {
  it("folds a call and its result into one line, and keeps a result without its call", () => {
    const [first, second] = readModel(PAGE, "s").turns;
    expect(first?.lines.map(({ key, result }) => [key, result?.key ?? null])).toEqual([
      ["p1", null],
      ["c1", "r1"],
    ]);
    expect(first?.lines[1]?.result).toMatchObject({ head: "a\nb\nc", rest: "d", isUntrusted: true });
    expect(second?.lines.map(({ key }) => key)).toEqual(["r9"]);
  });

  it("says in the margin what happened to the window", () => {
    expect(readModel(PAGE, "s").turns.map(({ marks }) => marks.map(({ text }) => text))).toEqual([
      ["900 tokens"],
      ["~1,000 tokens (+100)", "compacted here", "2 blocks left, 40 tokens"],
    ]);
  });

  it("leads to a prompt on this page, and to the page of another", () => {
    const { outline, summary, next, previous } = readModel(PAGE, "s");
    expect(outline.map(({ words, href }) => [words, href])).toEqual([
      ["Fix it.", "#turn-0"],
      ["(no text)", "/sessions/s/read?turn=60#turn-60"],
    ]);
    expect(summary).toBe("2 prompts; turns 0 to 1 stand here.");
    expect([previous, next]).toEqual([null, "/sessions/s/read?turn=2"]);
  });

  it("says where a text is cut, and where none was recorded", () => {
    const lines = [
      {
        ...line({ blockId: "a", sourceKind: "assistant_text", turn: 0, text: "x".repeat(10) }),
        chars: 2_010,
      },
      { ...line({ blockId: "b", sourceKind: "thinking", turn: 0 }), text: null },
    ];
    const [first] = readModel({ ...PAGE, lines } as ConversationInput, "s").turns;
    expect(first?.lines.map(({ head, cut }) => [head, cut])).toEqual([
      ["x".repeat(10), "2k more characters in the block"],
      ["(its text was not recorded)", null],
    ]);
  });

  it("shows active characters as signs", () => {
    const lines = [line({ blockId: "a", sourceKind: "assistant_text", turn: 0, text: "\u202eevil" })];
    const [first] = readModel({ ...PAGE, lines } as unknown as ConversationInput, "s").turns;
    expect(first?.lines[0]?.head).not.toContain("\u202e");
  });
});
