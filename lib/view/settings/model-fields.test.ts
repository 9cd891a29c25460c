import { expect, it } from "vitest";
import { indexModelProblems, listModelRows } from "./model-fields";

it("modelProblems names the field and the model of each problem, and leaves the others", () => {
  const problems = {
    "models[1].contextWindow": "must be at least 1",
    "models[1].prices.cacheRead": "must be at least 0",
    "models[7].contextWindow": "must be at least 1",
    models: "must be a list",
  };
  const found = indexModelProblems(problems, ["gpt-5", "claude-opus-4-8"]);
  expect([...found].map(([model, fields]) => [model, ...fields])).toEqual([
    ["claude-opus-4-8", ["contextWindow", "must be at least 1"], ["cacheRead", "must be at least 0"]],
  ]);
});

it("shows the window that the pages of a model's sessions show, and other sizes beside it", () => {
  const seen = {
    model: "claude-opus-4-6",
    sessions: 3,
    contextWindow: 200_000,
    contextWindowProvenance: "model table" as const,
    otherWindows: [1_000_000],
    listed: { contextWindow: 1_000_000 },
  };
  const windowOf = (one: typeof seen | (Omit<typeof seen, "contextWindow"> & { contextWindow: null })) => {
    const [row] = listModelRows({ models: [], seen: [one] });
    return [row?.about, row?.fields[0]?.placeholder];
  };
  expect(windowOf(seen)).toEqual(["3 sessions, window by the model table, in some 1,000,000", "200,000"]);
  expect(windowOf({ ...seen, contextWindow: null, otherWindows: [] })).toEqual([
    "3 sessions, window unknown",
    "1,000,000",
  ]);
});
