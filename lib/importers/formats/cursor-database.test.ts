import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("a database of Cursor", () => {
  it("has the conversations of its chat and its composer, and names what is not whole", async () => {
    const { format, sessions, warnings } = await importSample("cursor-database.jsonl");
    expect([format, warnings]).toEqual([
      "cursor_database",
      { other_row: 2, missing_bubble: 1, empty_conversation: 1, stray_bubble: 1 },
    ]);
    expect(sessions.map(({ meta, turns }) => [meta.name, turns.length])).toEqual([
      ["Name of the branch", 1],
      ["Hello", 1],
      ["Mend the parser", 3],
    ]);
    const [, , mended] = sessions;
    expect(mended?.turns.map(({ usage, toolCalls }) => [usage?.input, toolCalls])).toEqual([
      [undefined, 2],
      [900, 0],
      [undefined, 1],
    ]);
    expect(mended && drawSession(mended)).toMatchInlineSnapshot(`
      "user_goal:6d7365283582      |###|
      thinking:c681c19011be       | ##|
      assistant_text:77f9b7522b7c | ##|
      call:0_tool_a               | ##|
      call:1_tool_a               | ##|
      result:0_tool_a             | ##|
      result:1_tool_a             | ##|
      assistant_text:d8160684ce3a |  #|
      user_message:9f95e0a7ad31   |  #|"
    `);
  });
});
