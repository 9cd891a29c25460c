import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import type { CostBreak } from "./stored-break";
import { buildAccount } from "./account";

const MODEL = "claude-opus-4-5";
const MINUTE = 60_000;

interface Lost {
  readonly pause?: number;
  readonly model?: string;
  /** What the losing call still read. */
  readonly read?: number;
  readonly input?: number;
  /** A call without usage before it. */
  readonly silent?: (t: TurnBuilder) => unknown;
  readonly change?: (t: TurnBuilder) => unknown;
}

/** Three calls that each read what the one before left, then one that does not. */
function lossOf({
  pause = 5_000,
  model = MODEL,
  read = 0,
  input = 31_000,
  silent,
  change,
}: Lost): CostBreak[] {
  let at = Date.parse("2026-03-01T08:00:00Z");
  const story = trace("s", { model });
  const call = (input: number, cacheRead: number, write: (t: TurnBuilder) => unknown, after = 5_000) => {
    at += after;
    story.turn((t) => {
      t.at = at;
      write(t);
      t.with({ usage: { input, cacheRead, cacheWrite: input - cacheRead, output: 5 } });
    });
  };
  call(12_000, 0, (t) => t.system(4_000).block("file", "attachment", 8_000, { label: "notes.md" }));
  call(20_000, 12_000, (t) => t.block("thought", "thinking", 3_000).user(5_000, "asked"));
  call(30_000, 20_000, (t) => t.user(10_000, "more").with({ visibleTools: ["read", "grep"], model: MODEL }));
  if (silent !== undefined) {
    at += 5_000;
    story.turn((t) => {
      t.at = at;
      silent(t);
    });
  }
  call(
    input,
    read,
    (t) => {
      t.user(1_000, "last").with({ visibleTools: ["read", "grep"], model });
      change?.(t);
    },
    pause,
  );
  const recording = foldRecording(story.events());
  return buildAccount({ recording, evidence: { edges: [] } }).breaks.slice();
}

describe("the cause of a loss, as the checker decides it", () => {
  it.each<[string, Lost, Partial<CostBreak>]>([
    ["a pause beyond five minutes", { pause: 5 * MINUTE + 1 }, { cause: "idle", standing: "proved" }],
    ["a pause of exactly five minutes", { pause: 5 * MINUTE }, { cause: "unexplained" }],
    [
      "a file that was cleared, by its name",
      { read: 4_000, input: 23_000, change: (t) => t.clear("file") },
      {
        cause: "window_edited",
        standing: "proved",
        edit: expect.objectContaining({
          blockId: "file",
          source: "attachment",
          label: "notes.md",
          how: "cleared",
        }),
      },
    ],
    [
      "a clearing that the provider's total contradicts, which proves nothing",
      { read: 4_000, change: (t) => t.clear("file") },
      { cause: "unexplained", standing: "suspected", edit: null },
    ],
    [
      "an edit before a call that states no usage",
      { read: 4_000, input: 23_000, silent: (t) => t.drop("file") },
      { cause: "window_edited", edit: expect.objectContaining({ blockId: "file" }) },
    ],
    [
      "an edit behind what was still read, which explains nothing",
      { read: 4_000, change: (t) => t.drop("more") },
      { cause: "unexplained", standing: "suspected", edit: null },
    ],
    [
      "other instructions",
      { change: (t) => t.drop("system").block("system2", "system_rules", 4_000) },
      { cause: "instructions_changed", standing: "proved" },
    ],
    [
      "a tool that came, by its name",
      { change: (t) => t.with({ visibleTools: ["read", "grep", "write"] }) },
      { cause: "instructions_changed", edit: null, tools: { added: ["write"], removed: [] } },
    ],
    [
      "tools in another order",
      { change: (t) => t.with({ visibleTools: ["grep", "read"] }) },
      { cause: "instructions_changed", tools: { added: [], removed: [] } },
    ],
    [
      "a tool that came while the instructions were still read, which cannot be it",
      { read: 12_000, change: (t) => t.with({ visibleTools: ["read", "grep", "write"] }) },
      { cause: "unexplained", tools: null },
    ],
    [
      "thinking that was dropped",
      { read: 12_000, input: 28_000, change: (t) => t.drop("thought") },
      { cause: "thinking_dropped", standing: "proved" },
    ],
    [
      "an edit that the provider made of what the record still shows",
      {
        read: 12_000,
        change: (t) =>
          t.with({
            appliedEdits: [{ type: "clear_tool_uses_20250919", clearedToolUses: 1, clearedInputTokens: 500 }],
          }),
      },
      { cause: "window_edited", edit: null, standing: "proved" },
    ],
    ["another model", { model: "claude-haiku-4-5" }, { cause: "model_changed", standing: "proved" }],
    [
      "nothing that is recorded",
      {},
      { cause: "unexplained", standing: "suspected", edit: null, tools: null },
    ],
  ])("is %s", (_, lost, expected) => {
    expect(lossOf(lost).filter(({ turn }) => turn >= 3)).toMatchObject([expected]);
  });

  it.each([
    ["of a request that is too short for its beginning to be looked up", 1_000, "too_short", "proved"],
    ["of one that is as long as a beginning has to be", 5_000, "unexplained", "suspected"],
  ])("is one %s", (_, input, cause, standing) => {
    const story = trace("s", { model: MODEL });
    const call = (input: number, cacheRead: number) =>
      story.turn((t) =>
        t.user(100).with({ usage: { input, cacheRead, cacheWrite: input - cacheRead, output: 5 } }),
      );
    call(9_000, 0);
    call(input, 0);
    const recording = foldRecording(story.events());
    expect(buildAccount({ recording, evidence: { edges: [] } }).breaks).toMatchObject([
      { turn: 1, cause, standing },
    ]);
  });
});
