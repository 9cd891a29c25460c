import { expect, it } from "vitest";
import { modelProblems } from "./model-fields";

it("modelProblems names the field and the model of each problem, and leaves the others", () => {
  const problems = {
    "models[1].contextWindow": "must be at least 1",
    "models[1].prices.cacheRead": "must be at least 0",
    "models[7].contextWindow": "must be at least 1",
    models: "must be a list",
  };
  const found = modelProblems(problems, ["gpt-5", "claude-opus-4-8"]);
  expect([...found].map(([model, fields]) => [model, ...fields])).toEqual([
    ["claude-opus-4-8", ["contextWindow", "must be at least 1"], ["cacheRead", "must be at least 0"]],
  ]);
});
