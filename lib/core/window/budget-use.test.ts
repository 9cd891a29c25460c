import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldSession } from "../trace/fold/fold";
import { computeBudgetUses, listKindsOfSource } from "./budget-use";
import { indexResidencies } from "./residency-index";

describe("what sources took of their budgets", () => {
  const session = foldSession(
    trace()
      .event({
        type: "context.decided",
        turn: 0,
        runId: "r",
        turnId: "t",
        tokenBudget: 1_000,
        sourceBudgets: { tool_result: 100, history: 50, "own words": 10 },
        included: [],
        excluded: [],
        compactions: [],
      })
      .turn((t) => t.user(30).result("a", 90).result("b", 70))
      .events(),
  );
  const [turn] = session.turns;

  it("is said for each, with the largest block of it", () => {
    const uses = turn === undefined ? [] : computeBudgetUses(session, turn, indexResidencies(session));
    expect(
      uses.map(({ source, allowed, used, largest }) => [
        source,
        allowed,
        used,
        session.blocks[largest?.block ?? -1]?.id,
      ]),
    ).toEqual([
      [null, 1_000, 190, undefined],
      ["tool_result", 100, 160, "result:a"],
      ["history", 50, 30, "user1"],
      ["own words", 10, null, undefined],
    ]);
  });

  it("knows the names that harnesses give", () => {
    expect(listKindsOfSource("Tool results")).toEqual(["tool_result"]);
    expect(listKindsOfSource("toolSchemas")).toEqual(["tool_schemas"]);
    expect(listKindsOfSource("scratch")).toEqual([]);
  });
});
