import { describe, expect, it } from "vitest";
import { orderByCause } from "./causes";
import type { Finding } from "./rule/finding";

type Found = Omit<Finding, "cause">;

const found = (id: string, code: string, parts: Partial<Found> = {}): Found => ({
  id,
  code,
  standing: "proved",
  severity: "warning",
  from: 3,
  to: 4,
  blocks: [],
  numbers: {},
  sentence: `${id}.`,
  advice: "Look.",
  proof: { view: "turn", turn: 3 },
  claims: [],
  ...parts,
});
const left = (block: string): Partial<Found> => ({ claims: [{ is: "left", block, turn: 3 }] });
const callOf = (toolName: string) => ({ kind: "tool_call", toolName }) as const;
const CALLS = new Map([
  ["a1", callOf("get_order")],
  ["a2", callOf("get_order")],
  ["b1", callOf("bash")],
  ["b2", callOf("bash")],
]);
const ordered = (...findings: Found[]) => orderByCause(CALLS, findings).map(({ id, cause }) => [id, cause]);

describe("findings by cause", () => {
  it("put what left, and what came of it, behind the costliest of them", () => {
    expect(
      ordered(
        found("spike", "context.spike", { from: 0, numbers: { delta: 4_000 } }),
        found("silent", "eviction.silent", { ...left("r1"), from: 1 }),
        found("refetch", "refetch.after_eviction", { ...left("r1"), numbers: { tokens: 9_000 } }),
      ),
    ).toEqual([
      ["refetch", "refetch"],
      ["silent", "refetch"],
      ["spike", "spike"],
    ]);
  });

  it("are the loops of one tool and the duplicates of a loop, but not two commands of a shell", () => {
    const serious = { severity: "serious" } as const;
    expect(
      ordered(
        found("loop1", "call.loop", { ...serious, blocks: ["a1"], numbers: { calls: 9 } }),
        found("loop2", "call.loop", { ...serious, blocks: ["a2"], numbers: { calls: 4 } }),
        found("twice", "call.duplicate", { blocks: ["a1"], from: 0 }),
        found("shell1", "error.again", { blocks: ["b1"], from: 5 }),
        found("shell2", "error.again", { blocks: ["b2"], from: 6 }),
      ),
    ).toEqual([
      ["loop1", "loop1"],
      ["loop2", "loop1"],
      ["twice", "loop1"],
      ["shell1", "shell1"],
      ["shell2", "shell2"],
    ]);
  });

  it("come in the order of what they broke, then of what they cost, and suspicions last", () => {
    expect(
      ordered(
        found("doubt", "x", { severity: null, standing: "suspected", from: 0 }),
        found("note", "n", { severity: "note", from: 0 }),
        found("cheap", "w", { from: 1, numbers: { tokens: 10 } }),
        found("dear", "w", { from: 2, numbers: { tokens: 20_000 } }),
        found("broke", "s", { severity: "serious", from: 9 }),
      ).map(([id]) => id),
    ).toEqual(["broke", "dear", "cheap", "note", "doubt"]);
  });

  it("keep a suspicion apart from what is proved of the same block", () => {
    expect(
      ordered(
        found("proved", "w", left("r1")),
        found("doubt", "x", { severity: null, standing: "suspected", ...left("r1") }),
      ),
    ).toEqual([
      ["proved", "proved"],
      ["doubt", "doubt"],
    ]);
  });
});
