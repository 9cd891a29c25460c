import type { TraceEvent } from "@/lib/core/trace/event";
import { CODE, proseOfTokens, tokensOf } from "./filler";
import { Story } from "./story";

export const LOOP_TABLE = [
  { messages: 1_200, toolResult: 0, total: 1_200 },
  { messages: 280, toolResult: 3_400, total: 4_880 },
  { messages: 310, toolResult: 2_800, total: 7_990 },
  { messages: 290, toolResult: 3_900, total: 12_180 },
  { messages: 340, toolResult: 2_600, total: 15_120 },
  { messages: 320, toolResult: 4_100, total: 19_540 },
  { messages: 290, toolResult: 3_700, total: 23_530 },
  { messages: 360, toolResult: 3_200, total: 27_090 },
  { messages: 310, toolResult: 2_900, total: 30_300 },
] as const;

const STEPS = [
  {
    tool: "web_search",
    args: { query: "visitor pattern incremental printer" },
    head: "Search results, ten of 412:\n",
  },
  { tool: "read_file", args: { path: "src/printer.ts" }, head: "src/printer.ts, lines 1 to 240:\n" },
  {
    tool: "web_search",
    args: { query: "whitespace preserving serializer" },
    head: "Search results, ten of 1,120:\n",
  },
  { tool: "read_file", args: { path: "src/visitor.ts" }, head: "src/visitor.ts, lines 1 to 190:\n" },
  { tool: "query_index", args: { symbol: "printNode", limit: 50 }, head: "50 rows for printNode:\n" },
  {
    tool: "read_file",
    args: { path: "test/printer.test.ts" },
    head: "test/printer.test.ts, lines 1 to 260:\n",
  },
  {
    tool: "web_search",
    args: { query: "token stream joins operators" },
    head: "Search results, ten of 230:\n",
  },
  { tool: "read_file", args: { path: "docs/printer-design.md" }, head: "docs/printer-design.md:\n" },
] as const;

/** An agent searches, reads and plans for eight turns. At the end 88 % of its window is tool output. */
export function eightTurnLoop(): TraceEvent[] {
  const story = new Story("demo-eight-turn-loop", Date.UTC(2026, 3, 14, 13, 5), {
    name: "Eight-turn loop: what fills a window",
    agent: "refactor-agent 0.9",
    model: "gpt-4.1",
    contextWindow: 128_000,
    budget: 60_000,
    tags: ["demo", "budget"],
    source: { format: "demo" },
    notes: ["Written as a demonstration: nothing is evicted, and the window fills with tool output."],
  });
  const systemTokens = 940;
  story.add({
    id: "system",
    kind: "system_rules",
    content: proseOfTokens(
      CODE,
      1,
      systemTokens,
      "You refactor printers. Keep the public API. Read before you write.\n",
    ),
  });
  story.add({
    id: "goal",
    kind: "user_goal",
    content: proseOfTokens(
      CODE,
      2,
      LOOP_TABLE[0].messages - systemTokens,
      "Find out why the printer joins operators, and propose a change that leaves the public API as it is.\n",
    ),
  });
  LOOP_TABLE.forEach((row, turn) => {
    const step = STEPS[turn];
    const next = LOOP_TABLE[turn + 1];
    story.at(`0:0${turn}`);
    if (step === undefined || next === undefined) {
      story.answer({
        says: "The joiner drops the space before an operator token. I would keep the token's own leading space in printNode.",
      });
      return;
    }
    const callId = `c${turn + 1}`;
    const callTokens = tokensOf(JSON.stringify(step.args));
    story.answer({
      says: proseOfTokens(
        CODE,
        10 + turn,
        next.messages - callTokens,
        "What I have seen so far, and what I look at next. ",
      ),
      calls: [{ id: callId, tool: step.tool, args: step.args }],
    });
    story.result(callId, proseOfTokens(CODE, 50 + turn, next.toolResult, step.head));
  });
  story.tell("session.ended", { outcome: "ok", reason: "A change was proposed." });
  return story.events();
}
