import { describe, expect, it } from "vitest";
import { listBudgetRows } from "./budget-rows";

describe("budgets by source", () => {
  it("say what was declared, used and exceeded, and who took most of it", () => {
    const rows = listBudgetRows("s", {
      budgetUses: [
        { source: null, allowed: 1_000, used: 900, largest: null },
        {
          source: "tool_result",
          allowed: 100,
          used: 160,
          largest: { blockId: "r/1", name: "result", tokens: 90 },
        },
        { source: "own words", allowed: 10, used: null, largest: null },
      ],
    });
    expect(rows.map(({ source, allowed, used, over }) => [source, allowed, used, over])).toEqual([
      ["Whole window", "1,000", "900", null],
      ["tool result", "100", "160", "60"],
      ["own words", "10", "–", null],
    ]);
    expect(rows[1]?.largest).toEqual({ text: "result, 90", href: "/sessions/s/blocks/r%2F1" });
  });

  it("are absent when the harness declared none", () => {
    expect(listBudgetRows("s", { budgetUses: [] })).toEqual([]);
  });
});
