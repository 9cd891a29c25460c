import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter } from "@/lib/testing/import-file";
import { importSample, openSample } from "@/lib/testing/samples";
import { tauBench } from "./tau-bench";

describe("tau-bench", () => {
  it("makes a session of every run, judged by its reward", async () => {
    const { format, sessions } = await importSample("tau-bench.json");
    expect(format).toBe("tau_bench");
    expect(sessions.map(({ meta }) => [meta.name, meta.outcome, meta.outcomeReason])).toEqual([
      ["task 0, trial 0", "ok", "reward 1"],
      ["task 2, trial 0", "wrong", "reward 0"],
    ]);
  });

  it("goes by the model that its harness wrote into the name of the file, and says so", async () => {
    const named = async (name: string) => {
      const { sessions } = await runImporter(tauBench, [await openSample("tau-bench.json", name)]);
      const [session] = [...sessions.values()].map((events) => foldSession(events));
      return [
        session?.meta.model,
        session?.turns[0]?.contextWindow,
        session?.turns[0]?.contextWindowProvenance,
      ];
    };
    const full = "tool-calling-gpt-4o-0.0_range_0--1_user-gpt-4.1-llm_0402.json";
    expect(await named(full)).toEqual(["gpt-4o", 128_000, "model table"]);
    expect(await named("airline.json")).toEqual([null, null, "unavailable"]);
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
