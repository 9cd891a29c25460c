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
  about: null,
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
const TURN_TOKENS = 1_000;
const ordered = (...findings: Found[]) =>
  orderByCause(CALLS, TURN_TOKENS, findings).map(({ id, cause }) => [id, cause]);

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

  it("come in the order of what they broke or cost, and suspicions last", () => {
    expect(
      ordered(
        found("doubt", "x", { severity: null, standing: "suspected", from: 0 }),
        found("note", "n", { severity: "note", from: 0 }),
        found("cheap", "call.duplicate", { from: 1, numbers: { times: 1, tokens: 10 } }),
        found("dear", "cache.broken", { from: 2, numbers: { tokens: 20_000 } }),
        found("broke", "s", { severity: "serious", from: 9 }),
      ).map(([id]) => id),
    ).toEqual(["dear", "broke", "cheap", "note", "doubt"]);
  });

  it("put a failing tool before a serious finding of one turn, but not one that failed twice", () => {
    const failing = (attempts: number) =>
      ordered(
        found("once", "s", { severity: "serious" }),
        found("again", "error.again", { blocks: ["b1"], numbers: { attempts } }),
      ).map(([id]) => id);
    expect(failing(11)).toEqual(["again", "once"]);
    expect(failing(2)).toEqual(["once", "again"]);
  });

  it("are told one of each sort of harm before the second of any", () => {
    expect(
      ordered(
        found("failed1", "error.again", { blocks: ["b1"], numbers: { attempts: 30 } }),
        found("failed2", "call.failed_again", { blocks: ["b2"], numbers: { attempts: 20 } }),
        found("provider", "coverage.call_failed", { numbers: { missing: 40 } }),
        found("cache", "cache.broken", { numbers: { tokens: 9_000 } }),
        found("lost1", "refetch.after_eviction", { ...left("r1"), numbers: { times: 3 } }),
        found("lost2", "refetch.after_eviction", { ...left("r2"), numbers: { times: 2 } }),
        found("grew", "context.spike"),
        found("rule", "gate.failed"),
        found("little", "eviction.uneconomic", { severity: "note" }),
      ).map(([id]) => id),
    ).toEqual(["provider", "failed1", "cache", "lost1", "failed2", "lost2", "grew", "rule", "little"]);
  });

  it("keep the first places from what only cost, however dear and often that was", () => {
    const dear = { numbers: { tokens: 900_000 } };
    expect(
      ordered(
        found("cache", "cache.broken", dear),
        found("grew", "context.spike"),
        found("twice", "call.duplicate", { blocks: ["a1"], ...dear }),
        found("fetched", "refetch.after_eviction", { ...left("r1"), ...dear }),
        found("again", "error.again", { blocks: ["b1"], numbers: { attempts: 2 } }),
      )
        .map(([id]) => id)
        .slice(0, 3)
        .sort(),
    ).toEqual(["again", "cache", "fetched"]);
  });

  it("put no note before what counts, whatever it took", () => {
    expect(
      ordered(
        found("dear", "cache.broken", { severity: "note", numbers: { tokens: 90_000 } }),
        found("once", "x", { from: 9 }),
      ).map(([id]) => id),
    ).toEqual(["once", "dear"]);
  });

  it("put one with more to tell before an earlier one that took as much", () => {
    const serious = { severity: "serious" } as const;
    expect(
      ordered(
        found("gate", "gate.failed", { ...serious, from: 1 }),
        found("task", "task.lost", { ...serious, ...left("goal") }),
        found("kept", "policy.protected_violated", { ...serious, ...left("goal") }),
      ).map(([id]) => id),
    ).toEqual(["kept", "task", "gate"]);
  });

  it("put the earlier of equals first, and last of them what a source cannot show", () => {
    expect(
      ordered(
        found("blind", "coverage.no_usage", { severity: "note", from: 0 }),
        found("later", "n", { severity: "note", from: 5 }),
        found("early", "n", { severity: "note", from: 2 }),
      ).map(([id]) => id),
    ).toEqual(["early", "later", "blind"]);
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
