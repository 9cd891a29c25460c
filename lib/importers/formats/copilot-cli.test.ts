import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("events of Copilot CLI", () => {
  it("are a session and one for each sub-agent, started by its call", async () => {
    const { format, sessions, warnings } = await importSample("copilot-cli.jsonl");
    expect([format, warnings]).toEqual(["copilot_cli", {}]);
    expect(sessions.map(({ meta }) => [meta.role, meta.name, meta.parent?.toolCallId])).toEqual([
      ["main", null, undefined],
      ["subagent", "Explore Agent", "call_3"],
    ]);
    expect(sessions.map((session) => drawSession(session)).join("\n\n")).toMatchInlineSnapshot(`
      "system                          |######|
      other:00048d996067              |####  |
      user_goal:e4562591b2fc          |####  |
      thinking:58936e4b40c2           | ###  |
      assistant_text:c4598fc99c32     | ###  |
      call:call_1                     | ###  |
      call:call_2                     | ###  |
      result:call_2                   | ###  |
      result:call_1                   | ###  |
      call:call_3                     |  ##  |
      result:call_3                   |  ##  |
      assistant_text:8d5ba5650efb     |   #  |
      compaction_summary:1cbd2d94e4ea |    ##|
      user_message:9f95e0a7ad31       |    ##|

      user_goal:2e53c071f5f9 |#|"
    `);
  });

  it("say which call failed, which tool failed, and what a compaction freed", async () => {
    const { sessions } = await importSample("copilot-cli.jsonl");
    const [main] = sessions;
    expect(main?.turns.map(({ error }) => error).filter(Boolean)).toEqual(["429: Rate limit exceeded"]);
    expect(main?.turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [null, 61],
      [null, 40],
      [null, 15],
      [98_000, 300],
      [undefined, undefined],
      [null, 9],
    ]);
    expect(main?.blocks.filter(({ isError }) => isError).map(({ id }) => id)).toEqual(["result:call_1"]);
    expect(main?.compactions).toMatchObject([{ turn: 4, trigger: "threshold" }]);
  });
});
