import { describe, expect, it } from "vitest";
import type { ConversationInput, SpokenLineInput } from "../answers";
import { readModel } from "./read-model";

function line(more: Partial<SpokenLineInput> & Pick<SpokenLineInput, "blockId" | "sourceKind" | "turn">) {
  const text = more.text ?? "text";
  return {
    trust: "trusted" as const,
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

  it("leads to the pages before and after", () => {
    const { summary, next, previous } = readModel(PAGE, "s");
    expect(summary).toBe("2 prompts. On this page: turns 0 to 1.");
    expect([previous, next]).toEqual([null, "/sessions/s/read?turn=2"]);
  });

  it("says of a turn that is not there which one is shown instead", () => {
    expect(readModel(PAGE, "s", { asked: 1 }).note).toBeNull();
    expect(readModel(PAGE, "s", { asked: 999 }).note).toBe(
      "This session has no turn 999. Its last one, turn 1, is shown.",
    );
  });

  it("divides the page by the user's prompts, each exchange with its figures", () => {
    const one = { tokens: 310_000, evictions: 2, compactions: 1, cost: 4.2 };
    const times = { startedAt: "2026-01-01T10:00:00.000Z", endedAt: "2026-01-01T10:04:00.000Z" };
    const exchanges = [
      { from: 0, to: 0, ...one, ...times },
      { from: 1, to: 59, ...one, startedAt: null, endedAt: null, cost: null },
    ];
    const [first, second] = readModel({ ...PAGE, exchanges, currency: "USD" }, "s").turns;
    expect(first?.chapter).toEqual({
      title: "Exchange 1 of 2",
      goesOn: false,
      facts: "1 call, 4 min, 310k tokens sent, $4.20, compacted once, 2 blocks left",
    });
    expect(second?.chapter?.facts).toBe("59 calls, 310k tokens sent, compacted once, 2 blocks left");
    expect(readModel({ ...PAGE, exchanges, promptsTotal: 3 }, "s").summary).toMatch(
      /^3 prompts in 2 exchanges\. /,
    );
    const few = { ...PAGE, exchanges, promptsTotal: 3, exchangesBefore: 40, exchangesTotal: 90 };
    expect(readModel(few, "s").turns.map(({ chapter }) => chapter?.title)).toEqual([
      "Exchange 41 of 90",
      "Exchange 42 of 90",
    ]);
    const later = { ...PAGE, exchanges: [{ from: 0, to: 5, ...one, ...times }], from: 1 };
    expect(readModel({ ...later, turns: PAGE.turns.slice(1) }, "s").turns[0]?.chapter?.goesOn).toBe(true);
    expect(readModel(PAGE, "s").turns[0]?.chapter).toBeNull();
  });

  it("says what was wanted later, and where another model answers", () => {
    const turns = PAGE.turns.map((turn, n) => ({ ...turn, model: n === 0 ? "opus" : "sonnet" }));
    const missed = [{ blockId: "b", left: 0, wanted: 1, how: "needed" as const, tokens: 5 }];
    const aside = { losses: [], missed, ownFrom: 1, children: [] };
    const [first, second] = readModel({ ...PAGE, turns }, "s", aside).turns;
    expect(first?.marks.map(({ text }) => text)).toContain("left here, needed at turn 1");
    expect(second?.marks.map(({ text }) => text)).toContain("needed here, gone since turn 0");
    const two = { ...aside, missed: [...missed, ...missed] };
    expect(readModel({ ...PAGE, turns }, "s", two).turns[0]?.marks.map(({ text }) => text)).toContain(
      "left here, needed at turn 1: 2 blocks",
    );
    expect(second?.seam).toBe(
      "what stands above was copied from another session; answered by sonnet from here on",
    );
  });

  it("names the sub-agents of a call at the call", () => {
    const child = { id: "ses_2", name: "Explore", role: "subagent", turns: 4 };
    const children = [
      { ...child, toolCallId: "1" },
      { ...child, id: "ses_3", toolCallId: null },
    ];
    const [first] = readModel(PAGE, "s", { losses: [], missed: [], ownFrom: null, children }).turns;
    expect(
      first?.lines.map(({ agents }) => agents.map(({ name, calls }) => `${name}: ${calls}`)),
    ).toContainEqual(["Explore: 4 calls"]);
    expect(first?.lines.flatMap(({ agents }) => agents)).toHaveLength(1);
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

  it("says what a call was given in lines, not as JSON, and leaves out an answer without a word", () => {
    const call = (blockId: string, text: string) =>
      line({ blockId, sourceKind: "tool_call", turn: 0, toolName: "bash", toolCallId: blockId, text });
    const lines = [
      line({ blockId: "a0", sourceKind: "assistant_text", turn: 0, text: " \n\n" }),
      call("one", '{"command":"ls -l\\nwc"}'),
      call("two", '{"path":"a.ts","limit":3,"deep":{"a":[1]}}'),
      call("cut", '{"path":"a.ts","te'),
      call("list", "[1,2]"),
    ];
    const model = readModel({ ...PAGE, lines } as ConversationInput, "s");
    expect(model.turns[0]?.lines.map(({ key, head }) => [key, head])).toEqual([
      ["one", "ls -l\nwc"],
      ["two", 'path: a.ts\nlimit: 3\ndeep: {"a":[1]}'],
      ["cut", '{"path":"a.ts","te'],
      ["list", "[1,2]"],
    ]);
  });
});
