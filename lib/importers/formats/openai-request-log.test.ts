import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("OpenAI request log", () => {
  it("tells sessions apart by what their requests say of themselves", async () => {
    const { format, sessions, warnings } = await importSample("openai-request-log.jsonl");
    expect(format).toBe("openai_request_log");
    expect(sessions.map(({ meta, turns }) => [meta.externalId, turns.length])).toEqual([
      ["shop-1", 2],
      ["shop-2", 2],
    ]);
    expect(warnings).toEqual({ broken_line: 1 });
  });

  it("takes an answer at the end of a list for the output of the call, not for part of its window", async () => {
    const [session] = (await importSample("openai-request-log.jsonl")).sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |##|
      user_goal:528e012fb8b2      |##|
      assistant_text:77f9b7522b7c | #|
      call:b1                     | #|
      result:b1                   | #|"
    `);
    expect(session.turns.map((turn) => [turn.toolCalls, turn.output.length])).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  it("sees answers in the request after where the lists end with what was asked", async () => {
    const [, session] = (await importSample("openai-request-log.jsonl")).sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |##|
      user_goal:528e012fb8b2      |##|
      assistant_text:ce3a709e93c0 | #|
      user_message:f23e67e995a1   | #|"
    `);
    expect(session.blocks.find(({ kind }) => kind === "assistant_text")?.createdTurn).toBe(0);
  });
});
