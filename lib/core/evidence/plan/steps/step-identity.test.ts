import { describe, expect, it } from "vitest";
import { StepIds } from "./step-identity";

const stated = (id: string, text: string, dependsOn: readonly string[] = []) => ({
  id,
  text,
  status: "pending" as const,
  dependsOn,
});
const idsOf = (steps: readonly { readonly id: string }[]) => steps.map(({ id }) => id);

describe("the ids of steps that the agent gives", () => {
  it("stay where only the id of a text changes, and needs of it follow", () => {
    const ids = new StepIds();
    const first = ids.identify([], [stated("a1", "Read"), stated("b1", "Write", ["a1"])]);
    const second = ids.identify(first, [stated("a2", "Read"), stated("b1", "Write", ["a2"])]);
    expect(idsOf(second)).toEqual(["a1", "b1"]);
    expect(second[1]?.dependsOn).toEqual(["a1"]);
    expect(idsOf(ids.identify(second, [stated("a3", "Read"), stated("b2", "Write")]))).toEqual(["a1", "b1"]);
  });

  it("are new for a new text, and for a second step with the same text", () => {
    const ids = new StepIds();
    const first = ids.identify([], [stated("a", "Read")]);
    expect(idsOf(ids.identify(first, [stated("b", "Print")]))).toEqual(["b"]);
    expect(idsOf(ids.identify(first, [stated("a", "Read"), stated("c", "Read")]))).toEqual(["a", "c"]);
  });
});

describe("the ids of steps without an id of the agent", () => {
  type Said = readonly [string, "pending" | "started" | "completed"];
  const said = (...steps: Said[]) => steps.map(([text, status]) => ({ text, status }));
  const after = (before: readonly Said[], now: readonly Said[]) => {
    const ids = new StepIds();
    return idsOf(ids.identify(ids.identify([], said(...before)), said(...now)));
  };

  it("stay where an open step is put into other words", () => {
    expect(
      after([["Update the callers", "pending"]], [["Update all callers of the cache", "started"]]),
    ).toEqual(["step-1"]);
  });

  it("are new for another list in the place of a finished one, and for other work in the same place", () => {
    const first: Said[] = [
      ["Read the cache", "completed"],
      ["Run tests", "completed"],
    ];
    expect(
      after(first, [
        ["Write the cache", "pending"],
        ["Run tests", "pending"],
      ]),
    ).toEqual(["step-3", "step-2"]);
    expect(after([["Remove the old flag", "started"]], [["Fix compilation errors", "started"]])).toEqual([
      "step-2",
    ]);
  });
});
