import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

async function sample() {
  const { sessions, format, warnings } = await importSample("chat-completions-log.jsonl");
  const [session] = sessions;
  if (session === undefined || sessions.length !== 1) throw new Error("expected one session");
  return { session, format, warnings };
}

describe("chat completions log", () => {
  it("shows withdrawn replies and corrections as gone, and the same mistake again", async () => {
    const { session, format } = await sample();
    expect(format).toBe("chat_completions_log");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "tool:bash                   |######|
      system                      |######|
      user_goal:528e012fb8b2      |######|
      call:k1                     | #####|
      result:k1                   | #####|
      assistant_text:f43e18049683 |  #   |
      user_message:a764cfbe1d5c   |  # ##|
      call:k2                     |   ###|
      result:k2                   |   ###|
      assistant_text:b6b9a768d157 |    ##|"
    `);
    expect(session.evictions.map((e) => [e.turn, session.blocks[e.block]?.kind, e.how])).toEqual([
      [3, "assistant_text", "removed"],
      [3, "user_message", "removed"],
    ]);
  });

  it("pairs by order; a request may have no response", async () => {
    const { session } = await sample();
    expect(session.turns.map((turn) => [turn.output.length, turn.usage?.input ?? null])).toEqual([
      [1, 90],
      [1, 120],
      [1, 180],
      [1, 150],
      [0, null],
      [1, null],
    ]);
    expect(session.meta.model).toBe("gpt-4.1-mini");
    expect(session.turns[4]?.model).toBe("alias");
  });

  it("counts lines that it cannot use", async () => {
    const { warnings } = await sample();
    expect(warnings).toEqual({ broken_line: 1, response_without_request: 1 });
  });
});
