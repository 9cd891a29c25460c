import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("a database of Crush", () => {
  it("has a session for each row of sessions, which a summary empties, and sub-agents below their call", async () => {
    const { format, sessions, warnings } = await importSample("crush-database.jsonl");
    expect([format, warnings]).toEqual(["crush_database", { other_table: 1 }]);
    expect(sessions.map(({ meta, turns }) => [meta.name, meta.role, turns.length])).toEqual([
      ["Mend the parser", "main", 4],
      ["New Agent Session", "subagent", 1],
    ]);
    expect(
      sessions[0]?.turns.map(({ model, stopReason, error }) => [model, stopReason, error]).at(-1),
    ).toEqual([...["qwen3-coder", "error", "429 Too Many Requests: rate limited"]]);
    expect(sessions[0]?.compactions).toHaveLength(1);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "user_goal:6d7365283582          |### |
      thinking:c681c19011be           | ## |
      assistant_text:77f9b7522b7c     | ## |
      call:call_view                  | ## |
      call:call_agent                 | ## |
      result:call_view                | ## |
      result:call_agent               | ## |
      call:call_edit                  |  # |
      result:call_edit                |  # |
      compaction_summary:8ca2ea3ec576 |   #|
      user_message:a0c2cc1374d9       |   #|
      attachment:e3b0c44298fc         |   #|"
    `);
  });
});
