import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("SWE-agent 0.x", () => {
  it("shows the last five observations, the task and one line for each older one", async () => {
    const { format, sessions } = await importSample("swe-agent-0.traj");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(format).toBe("swe_agent");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |#########|
      system_rules:f4661af6342b   |#########|
      system_rules:373cb8180ba3   |#########|
      user_goal:683dc34f625d      |#########|
      assistant_text:841bb5d1144d | ########|
      call:step-0                 | ########|
      result:step-0               | #####...|
      assistant_text:ea6435593f4e |  #######|
      call:step-1                 |  #######|
      result:step-1               |  #####..|
      assistant_text:34114b07e554 |   ######|
      call:step-2                 |   ######|
      result:step-2               |   #####.|
      assistant_text:4f31980dd25b |    #####|
      call:step-3                 |    #####|
      result:step-3               |    #####|
      assistant_text:c48c0ec0a6be |     ####|
      call:step-4                 |     ####|
      result:step-4               |     ####|
      assistant_text:599a97209f47 |      ###|
      call:step-5                 |      ###|
      result:step-5               |      ###|
      assistant_text:6aa72cd31063 |       ##|
      call:step-6                 |       ##|
      result:step-6               |       ##|
      assistant_text:537ebc8b4d63 |        #|
      call:step-7                 |        #|
      result:step-7               |        #|"
    `);
  });

  it("says that its windows are inferred, and by which rule", async () => {
    const { sessions } = await importSample("swe-agent-0.traj");
    const [session] = sessions;
    expect(session?.meta).toMatchObject({
      agent: "SWE-agent",
      model: null,
      policy: { kind: "swe-agent-last-n-observations", options: { n: 5 } },
      outcome: "unknown",
    });
    expect(session?.meta.reported).toEqual({ tokensSent: 4321, tokensReceived: 210, calls: 9, cost: 0.1 });
    expect(session?.meta.notes.join(" ")).toMatch(/rebuilt .* last 5 observations/);
    expect(session?.turns.map((turn) => turn.windowProvenance)).toEqual(Array(9).fill("inferred"));
    expect(session?.turns.every((turn) => turn.usage === null)).toBe(true);
  });

  it("leaves a line that counts the lines it stands for", async () => {
    const { sessions } = await importSample("swe-agent-0.traj");
    const evictions = sessions[0]?.evictions.map(({ turn, how, reference }) => [turn, how, reference?.text]);
    expect(evictions).toEqual([
      [6, "cleared", "Old environment output: (7 lines omitted)"],
      [7, "cleared", "Old environment output: (7 lines omitted)"],
      [8, "cleared", "Old environment output: (5 lines omitted)"],
    ]);
  });

  it("finds the command that was given again, and where its earlier result was", async () => {
    const { sessions } = await importSample("swe-agent-0.traj");
    expect(sessions[0]?.repeats.map((r) => [r.turn, r.earlierTurn, r.earlierResult])).toEqual([
      [6, 4, "in_window"],
      [7, 1, "left"],
    ]);
  });

  it("keeps what no model has read out of every window", async () => {
    const { sessions } = await importSample("swe-agent-0.traj");
    const submission = sessions[0]?.blocks.findIndex((block) => block.id === "result:step-8");
    expect(submission).toBeGreaterThan(0);
    expect(sessions[0]?.residencies.some((residency) => residency.block === submission)).toBe(false);
  });
});

describe("SWE-agent 1.x", () => {
  it("takes a list that holds the step's own answer for what was sent at the step after", async () => {
    const { sessions } = await importSample("swe-agent-1.traj");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |####|
      user_goal:c85cb59dec0b      |####|
      assistant_text:48c8211f1e28 | ###|
      call:call_1                 | ###|
      result:call_1               | ##.|
      assistant_text:2cc5b8b69757 |  ##|
      call:call_2                 |  ##|
      result:call_2               |  ##|
      assistant_text:8c5d23c240cf |   #|
      call:call_1#2               |   #|
      result:call_1#2             |   #|"
    `);
    expect(session.turns.every((turn) => turn.windowProvenance === "measured")).toBe(true);
  });

  it("reads model, policy and exit status", async () => {
    const { sessions } = await importSample("swe-agent-1.traj");
    expect(sessions[0]?.meta).toMatchObject({
      name: "shop-report",
      model: "test-model",
      policy: { kind: "swe-agent-last-n-observations", options: { n: 2 } },
      outcome: "aborted",
      outcomeReason: "submitted (exit_cost)",
    });
  });
});
