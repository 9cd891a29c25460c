import { describe, expect, it } from "vitest";
import type { FactSuggestionInput } from "./fact-suggestions";
import { factSuggestionGroups } from "./fact-suggestions";

const value = (of: FactSuggestionInput["of"], text: string, uses: number | null): FactSuggestionInput => ({
  of,
  text,
  kind: "tool_result",
  name: "get_order",
  uses,
  turn: 4,
});

describe("texts that are worth following", () => {
  it("are grouped by why, the gravest first, and none is said twice", () => {
    const groups = factSuggestionGroups("s", [
      value("used", "LMP-114", 3),
      value("used", "A-7", 2),
      value("gone", "LMP-114", 1),
      value("constraint", "Never refund twice.", null),
    ]);
    expect(
      groups.map(({ title, rows }) => [title, rows.map(({ name, hint }) => `${name}: ${hint}`)]),
    ).toEqual([
      ["Used after their source had left", ["LMP-114: from get_order, used by 1 call"]],
      ["Constraints that a compaction took out", ["Never refund twice.: from get_order"]],
      ["Used most often", ["A-7: from get_order, used by 2 calls"]],
    ]);
  });

  it("lead to their life in the session", () => {
    const [group] = factSuggestionGroups("s", [value("used", "a b", 1)]);
    expect(group?.rows[0]?.href).toBe("/sessions/s/facts?q=a+b");
  });
});
