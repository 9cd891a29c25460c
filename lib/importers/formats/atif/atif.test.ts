import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("ATIF trajectory", () => {
  it("has a call for each step of the agent that took one, and results within their step", async () => {
    const { format, sessions } = await importSample("atif.json");
    const [main] = sessions;
    if (main === undefined) throw new Error("no session");
    expect(format).toBe("atif");
    expect(main.turns.map(({ usage, toolCalls }) => [usage?.input, usage?.cacheRead, toolCalls])).toEqual([
      [400, 0, 2],
      [520, 400, 0],
    ]);
    expect(drawSession(main)).toMatchInlineSnapshot(`
      "tool:measure                |##|
      system                      |##|
      user_goal:ee4759956b7d      |##|
      assistant_text:db92b0838b82 | #|
      call:c1                     | #|
      call:c2                     | #|
      result:c1                   | #|
      result:c2                   | #|
      assistant_text:2e45dcef5e45 | #|"
    `);
  });

  it("has what the trajectory says of itself as a whole", async () => {
    const { sessions } = await importSample("atif.json");
    expect(sessions.map(({ meta }) => meta.reported)).toEqual([
      { tokensSent: 920, tokensReceived: null, calls: null, cost: null },
      null,
    ]);
  });

  it("joins a sub-agent's trajectory to the call whose result refers to it", async () => {
    const { sessions } = await importSample("atif.json");
    expect(sessions[1]?.meta).toMatchObject({
      externalId: "traj-1:traj-2",
      role: "subagent",
      agent: "scout 1",
      parent: { session: "traj-1", toolCallId: "c2" },
    });
    expect(sessions[1]?.turns.map(({ usage }) => usage?.input)).toEqual([60]);
  });

  it("records reasoning, which no later call is known to have read", async () => {
    const { sessions } = await importSample("atif.json");
    const main = sessions[0];
    const shown = new Set(main?.residencies.map(({ block }) => block));
    const unseen = main?.blocks.filter((_, i) => !shown.has(i)).map(({ kind }) => kind);
    expect(unseen).toEqual(["thinking", "assistant_text"]);
  });
});
