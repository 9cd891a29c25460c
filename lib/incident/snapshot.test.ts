import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { buildSnapshot } from "./snapshot";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "./incident-source";

const STEPS = [
  { id: "look", text: "Look at the order" },
  { id: "mail", text: "Send the mail" },
];

/** A plan that stands for two turns and then leaves. `done` of its steps are completed before that. */
function planned(done: readonly string[]): readonly (boolean | null)[] {
  let story = trace()
    .turn((t) => t.user("Go.").says("Yes."))
    .event({ type: "plan.declared", turn: 1, planId: "p", block: "plan", steps: STEPS })
    .turn((t) => t.block("plan", "plan", "- Look at the order\n- Send the mail").says("So."));
  for (const step of done)
    story = story.event({ type: "plan.step", planId: "p", turn: 1, step, status: "completed" });
  const events = story
    .turn((t) => t.drop("plan").says("On."))
    .turn((t) => t.says("And on."))
    .events();
  const snapshot = buildSnapshot(
    finishSteps(tellInSteps(foldRecording(events))),
    { title: "", from: 0, to: 3, severity: null, outcome: null, annotations: [] },
    { turn: null, axis: "turns", compress: false },
  );
  return snapshot.turns.map(({ plan }) => plan);
}

describe("a turn of an incident is without the plan", () => {
  it("where the plan has left and a step of it is open", () => {
    expect(planned(["look"])).toEqual([null, true, false, false]);
  });

  it("not where the plan that has left is done", () => {
    expect(planned(["look", "mail"])).toEqual([null, true, null, null]);
  });
});
