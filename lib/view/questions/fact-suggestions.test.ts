import { describe, expect, it } from "vitest";
import type { FactSuggestionInput } from "./fact-suggestions";
import { listFactSuggestionGroups } from "./fact-suggestions";

const value = (
  of: FactSuggestionInput["of"],
  text: string | null,
  uses: number | null,
): FactSuggestionInput => ({
  of,
  text,
  block: "result:order",
  kind: "tool_result",
  name: "get_order",
  uses,
  turn: 4,
  stood: [{ from: 1, to: 3, how: "cleared" }],
});

describe("texts that are worth following", () => {
  it("are grouped by why, the gravest first, and none is said twice", () => {
    const groups = listFactSuggestionGroups(
      "s",
      [
        value("used", "LMP-114", 3),
        value("used", "A-7", 2),
        value("gone", "LMP-114", 1),
        value("constraint", "Never refund twice.", null),
      ],
      8,
    );
    expect(
      groups.map(({ title, rows }) => [title, rows.map(({ name, hint }) => `${name}: ${hint}`)]),
    ).toEqual([
      ["Used after it had left", ["LMP-114: from get_order, used by 1 call"]],
      ["Constraints that a compaction took out", ["Never refund twice.: from get_order"]],
      ["Used most often", ["A-7: from get_order, used by 2 calls"]],
    ]);
  });

  it("name the whole result that a step was declared to need, where no value says which part", () => {
    const [group] = listFactSuggestionGroups("s", [value("gone", null, 1), value("gone", "A-7", 1)], 8);
    expect(group?.rows.map(({ name, hint, href }) => [name, hint, href])).toEqual([
      ["get_order", "all of it, needed by 1 step", "/sessions/s/blocks/result%3Aorder"],
      ["A-7", "from get_order, used by 1 call", "/sessions/s/facts?q=A-7"],
    ]);
  });

  it("lead to their life in the session", () => {
    const [group] = listFactSuggestionGroups("s", [value("used", "a b", 1)], 8);
    expect(group?.rows[0]?.href).toBe("/sessions/s/facts?q=a+b");
  });

  it("say when their source stood in the window", () => {
    const [group] = listFactSuggestionGroups("s", [value("used", "a b", 1)], 8);
    expect(group?.rows[0]?.lane).toEqual({
      bars: [{ x: 1 / 8, width: 3 / 8, left: true }],
      words: "in the window from turn 1 until turn 3, then cleared",
    });
  });
});
