import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { buildPlans } from "./plans-of";
import { findProgress } from "./readers/progress-words";

const LIST = "My plan:\n1. Read the exporter module\n2. Write the XLSX writer\n3. Update the docs page";

function statuses(...said: string[]) {
  const story = trace().turn((t) => t.user("Port the exporter.").says(LIST));
  for (const text of said) story.turn((t) => t.says(text));
  const [plan] = buildPlans(foldRecording(story.events()));
  return plan?.steps.map(({ changes }) => changes.map(({ turn, status }) => `${status} ${turn}`).join(", "));
}

describe("progress that is told in prose", () => {
  it("is that of the plan's steps, by their places in its list", () => {
    expect(
      statuses("Starting step 1.", "Step 1 is done. Now step 2.", "Steps 2 and 3 are complete."),
    ).toEqual(["started 1, completed 2", "started 2, completed 3", "completed 3"]);
    expect(statuses("All steps are done now.")).toEqual(["completed 1", "completed 1", "completed 1"]);
  });

  it("is not that of a plan whose steps events tell of", () => {
    const story = trace()
      .event({
        type: "plan.declared",
        turn: 0,
        planId: "p",
        steps: [
          { id: "a", text: "Look" },
          { id: "b", text: "Act" },
        ],
      })
      .turn((t) => t.user("Go.").says("On."))
      .event({ type: "plan.step", planId: "p", step: "a", status: "started", turn: 0 })
      .turn((t) => t.says("Step 2 is done."));
    expect(buildPlans(foldRecording(story.events()))[0]?.steps[1]?.changes).toEqual([]);
  });

  it.each([
    ["Steps 1-3 are done", "1 2 3"],
    ["I have completed steps 1, 2 and 4.", "1 2 4"],
    ["**Step 2** (the writer): done ✅", "2"],
    ["Step two is finished.", "2"],
    ["The third step is now complete.", "3"],
    ["Step 2 ✓", "2"],
  ])("is read from: %s", (text, places) => {
    expect(
      findProgress(text, 4)
        .map(({ place }) => place + 1)
        .join(" "),
    ).toBe(places);
  });

  it.each([
    "Step 2 is not done yet.",
    "When step 2 is done, I will tell you.",
    "Is step 2 done?",
    "Step 9 is done.",
    "Once step 1 is complete I go on.",
    "Two steps forward, one step back.",
    "Next step: done with the review of others.",
  ])("is none in: %s", (text) => {
    expect(findProgress(text, 4)).toEqual([]);
  });
});
