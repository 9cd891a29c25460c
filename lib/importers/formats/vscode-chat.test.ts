import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("a chat of VS Code", () => {
  it("has a call for each round of a request, and one for a request without rounds", async () => {
    const { format, sessions, warnings } = await importSample("vscode-chat.json");
    expect([format, warnings, sessions.length]).toEqual(["vscode_chat", {}, 1]);
    expect(sessions[0]?.turns.map(({ model, toolCalls, error }) => [model, toolCalls, error])).toEqual([
      ["copilot/claude-sonnet-4", 1, null],
      ["copilot/claude-sonnet-4", 0, null],
      ["copilot/gpt-4.1", 0, null],
      ["copilot/gpt-4.1", 0, "Canceled"],
    ]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "other:6b2b5416536b          |####|
      other:3b4f03488b3f          |####|
      user_goal:5ba0e9755838      |####|
      other:063936fa7cca          |####|
      thinking:53246a1ac440       | ###|
      assistant_text:77f9b7522b7c | ###|
      call:call_1                 | ###|
      result:call_1               | ###|
      assistant_text:971aa0dd606a |  ##|
      user_message:ada6cd89deea   |  ##|
      assistant_text:fb7664829715 |   #|
      user_message:c5ed0bc08b28   |   #|"
    `);
  });
});
