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
