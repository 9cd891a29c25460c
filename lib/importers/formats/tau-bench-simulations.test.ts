import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

async function sample() {
  const { sessions, format } = await importSample("tau2-bench.json");
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { session, format };
}

describe("tau2-bench", () => {
  it("leaves the simulated user's tools out of the agent's windows", async () => {
    const { session, format } = await sample();
    expect(format).toBe("tau2_bench");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |######|
      assistant_text:c31d01ef46e9 | #####|
      user_goal:ea9f96b009b0      | #####|
      call:c1                     |  ####|
      result:c1                   |  ####|
      assistant_text:58060be04a44 |   ###|
      user_message:673fc12090b8   |   ###|
      call:c2                     |    ##|
      result:c2                   |    ##|
      call:c3                     |     #|
      result:c3                   |     #|"
    `);
    expect(session.toolCalls).toBe(4);
    expect(session.blocks.some((block) => block.toolName === "check_status")).toBe(false);
  });

  it("counts the greeting as a turn without usage, and never the user's usage", async () => {
    const { session } = await sample();
    expect(session.turns.map((turn) => [turn.phase, turn.usage?.input ?? null])).toEqual([
      ["greeting", null],
      [null, 900],
      [null, 950],
      [null, 990],
      [null, 1030],
      [null, 1060],
    ]);
  });

  it("puts the policy where the system prompt is, and the first request as the goal", async () => {
    const { session } = await sample();
    expect(session.blocks.slice(0, 1)).toMatchObject([{ id: "system", kind: "system_rules" }]);
    expect(session.blocks.filter(({ kind }) => kind === "user_goal")).toHaveLength(1);
    expect(session.blocks.filter(({ isError }) => isError).map(({ toolCallId }) => toolCallId)).toEqual([
      "c2",
    ]);
  });

  it("declares the expected actions as a plan and follows those that are the agent's", async () => {
    const { session } = await sample();
    expect(session.records.map(({ event }) => event)).toMatchObject([
      {
        type: "plan.declared",
        planId: "expected",
        steps: [
          { id: "toggle_0", text: "toggle_roaming {} (by the user)", dependsOn: [] },
          { id: "enable_1", text: 'enable_roaming {"line":"L2","note":"any"}', dependsOn: [] },
        ],
      },
      { type: "plan.step", turn: 3, step: "enable_1", status: "failed" },
      { type: "plan.step", turn: 4, step: "enable_1", status: "completed" },
    ]);
  });

  it("ends as the benchmark says, at times that do not depend on the machine", async () => {
    const { session } = await sample();
    expect(session.meta).toMatchObject({
      name: "telecom task roaming, trial 0",
      model: "gpt-4.1",
      outcome: "wrong",
      outcomeReason: "max_steps, reward 0",
      startedAt: Date.UTC(2025, 7, 1, 15, 27, 0, 500),
      endedAt: Date.UTC(2025, 7, 1, 15, 27, 50, 500),
    });
    expect(session.turns[1]).toMatchObject({
      at: Date.UTC(2025, 7, 1, 15, 27, 2, 500),
      endedAt: Date.UTC(2025, 7, 1, 15, 27, 4, 500),
    });
  });
});
