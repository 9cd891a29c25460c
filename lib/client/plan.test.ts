import { expect, it } from "vitest";
import { AgentPlan as Plan } from "./plan";

it("lets a running step's results grow, and keeps them when the step is completed", () => {
  const told: Readonly<Record<string, unknown>>[] = [];
  const plan = new Plan([{ id: "look" }, { id: "refund", needs: ["look"] }], (event) => told.push(event));
  plan.output("look", "call_1");
  plan.output("look", "call_2");
  expect(plan.manifest.steps[0]).toMatchObject({ status: "started", outputs: ["call_1", "call_2"] });
  plan.complete("look", ["call_2", "call_3"]);
  expect(plan.manifest.steps[0]).toMatchObject({
    status: "completed",
    outputs: ["call_1", "call_2", "call_3"],
  });
  expect(told.slice(1).map(({ status, output }) => [status, output])).toEqual([
    ["started", ["call_1"]],
    ["started", ["call_1", "call_2"]],
    ["completed", ["call_1", "call_2", "call_3"]],
  ]);
});
