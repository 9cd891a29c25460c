import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("tau-bench", () => {
  it("makes a session of every run, judged by its reward", async () => {
    const { format, sessions } = await importSample("tau-bench.json");
    expect(format).toBe("tau_bench");
    expect(sessions.map(({ meta }) => [meta.name, meta.outcome, meta.outcomeReason])).toEqual([
      ["task 0, trial 0", "ok", "reward 1"],
      ["task 2, trial 0", "wrong", "reward 0"],
    ]);
  });

  it("tells calls apart though the harness used a call id again", async () => {
    const [session] = (await importSample("tau-bench.json")).sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                 |####|
      user_goal:35fa5e18e61e |####|
      call:call_x            | ###|
      result:call_x          | ###|
      call:call_y            |  ##|
      result:call_y          |  ##|
      call:call_x~2          |   #|
      result:call_x~2        |   #|"
    `);
    expect(session.repeats).toMatchObject([{ turn: 2, earlierTurn: 1, earlierResult: "in_window" }]);
  });

  it("has the expected actions as a plan, and what became of them", async () => {
    const [session] = (await importSample("tau-bench.json")).sessions;
    expect(session?.records.map(({ turn, event }) => [turn, event.type])).toEqual([
      [0, "plan.declared"],
      [1, "plan.step"],
      [2, "plan.step"],
    ]);
    expect(session?.records.map(({ event }) => ("status" in event ? event.status : null))).toEqual([
      null,
      "failed",
      "completed",
    ]);
  });
});
