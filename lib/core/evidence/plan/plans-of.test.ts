import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import type { Plan } from "./steps/plan";
import { getStatusAt } from "./steps/plan";
import { buildPlans } from "./plans-of";

const plansIn = (story: TraceBuilder) => buildPlans(foldRecording(story.events()));
const todos = (...statuses: string[]) => ({
  todos: ["look", "act"].map((content, i) => ({ content, status: statuses[i] ?? "pending" })),
});

/** A plan's steps with their statuses over the turns: `.` not there yet, `p` pending, `s` started, `c` completed. */
function draw({ steps }: Plan, turns: number): string[] {
  return steps.map(
    (step) =>
      `${step.text} ${Array.from({ length: turns }, (_, turn) => getStatusAt(step, turn)?.[0] ?? ".").join("")}`,
  );
}

describe("plans of a recording", () => {
  it("are there when events declare them, with revisions, validations and outputs", () => {
    const [plan] = plansIn(
      trace()
        .turn((t) => t.user("go").says("1. look 2. act", "plan"))
        .event({
          type: "plan.declared",
          planId: "p",
          block: "plan",
          title: "The plan",
          turn: 0,
          steps: [
            { id: "look", text: "Look" },
            { id: "act", text: "Act", dependsOn: ["result:c1"] },
          ],
        })
        .event({ type: "plan.step", planId: "p", step: "look", status: "started", turn: 0 })
        .turn((t) => t.calls("get", {}, "c1"))
        .event({
          type: "plan.step",
          planId: "p",
          step: "look",
          status: "completed",
          turn: 1,
          output: ["result:c1"],
        })
        .event({
          type: "step.validated",
          planId: "p",
          step: "act",
          turn: 2,
          present: [],
          missing: ["state"],
          action: "replan",
        })
        .turn((t) => t.result("c1", "done").drop("plan"))
        .event({
          type: "plan.revised",
          planId: "p",
          turn: 2,
          reason: "cut",
          steps: [{ id: "look", text: "Look" }],
        }),
    );
    expect(plan).toMatchObject({ id: "p", title: "The plan", source: "declared" });
    expect(draw(plan as Plan, 3)).toEqual(["Look scc", "Act ppp"]);
    expect(plan?.steps[0]).toMatchObject({ outputs: ["result:c1"], executedTurn: 0, concludedTurn: 1 });
    expect(plan?.steps[1]).toMatchObject({
      needs: ["result:c1", "state"],
      removedTurn: 2,
      executedTurn: null,
    });
    expect(plan?.revisions).toMatchObject([
      { turn: 0, added: 2, removed: 0, reason: null },
      { turn: 2, added: 0, removed: 1, reason: "cut" },
    ]);
    expect(plan?.presence).toMatchObject([
      { from: 1, to: 1, mode: "full" },
      { from: 2, to: 2, mode: null },
    ]);
  });

  it("are read from calls where nobody declares them", () => {
    const [plan, ...others] = plansIn(
      trace()
        .turn((t) => t.user("go").calls("TodoWrite", todos("in_progress"), "w1"))
        .turn((t) => t.result("w1", "ok").says("working"))
        .turn((t) => t.calls("TodoWrite", todos("completed", "in_progress"), "w2"))
        .turn((t) => t.drop("call:w2").says("done")),
    );
    expect(others).toEqual([]);
    expect(plan).toMatchObject({ id: "todo-write", source: "todo-write", title: "To-do list" });
    expect(draw(plan as Plan, 4)).toEqual(["look sscc", "act ppss"]);
    expect(plan?.presence.map(({ from, to, mode }) => [from, to, mode])).toEqual([
      [1, 2, "full"],
      [3, 3, null],
    ]);
  });

  it("count once when events speak of the blocks that state them", () => {
    const plans = plansIn(
      trace()
        .turn((t) => t.calls("TodoWrite", todos(), "w1"))
        .event({
          type: "plan.declared",
          planId: "todos",
          block: "call:w1",
          turn: 0,
          steps: [{ id: "1", text: "look" }],
        })
        .turn((t) => t.calls("TodoWrite", todos("completed"), "w2")),
    );
    expect(plans.map(({ id }) => id)).toEqual(["todos"]);
  });

  it("grow with partial statements: issues that are shown, begun and closed", () => {
    const [plan] = plansIn(
      trace()
        .turn((t) => t.calls("Bash", { command: "bd show app-1" }, "b1"))
        .turn((t) =>
          t
            .result("b1", "○ app-1 · Add tracing   [● P1 · OPEN]")
            .calls("Bash", { command: "bd update app-1 --status in_progress" }, "b2"),
        )
        .turn((t) => t.calls("Bash", { command: "bd close app-1" }, "b3")),
    );
    expect(draw(plan as Plan, 3)).toEqual(["Add tracing psc"]);
    expect(plan?.presence).toEqual([]);
  });

  it("are none in an empty session", () => {
    expect(plansIn(trace())).toEqual([]);
  });

  it("are back in the window where their file is read again after a compaction, until that leaves too", () => {
    const file = "# Plan\n- [ ] Write the parser\n- [ ] Write the printer";
    const [plan] = plansIn(
      trace()
        .turn((t) => t.user("go").calls("Write", { file_path: "plan.md", content: file }, "w"))
        .turn((t) => t.result("w", "ok"))
        .turn((t) => t.drop("call:w", "result:w").says("Where was I?"))
        .turn((t) => t.calls("Read", { file_path: "plan.md" }, "r"))
        .turn((t) => t.result("r", file.replaceAll("- [ ]", "1→- [ ]")))
        .turn((t) => t.drop("result:r")),
    );
    expect(plan?.presence.map(({ from, to, mode }) => [from, to, mode])).toEqual([
      [1, 1, "full"],
      [2, 3, null],
      [4, 4, "full"],
      [5, 5, null],
    ]);
  });
});
