import { describe, expect, it } from "vitest";
import { chosenColumns, LIST_COLUMNS, shownColumns } from "./columns";
import { matchLine } from "../format/match-line";

describe("the columns of the list", () => {
  it("are the standard ones until others are chosen, and in their order then", () => {
    expect(shownColumns(null).map(({ id }) => id)).toContain("dangling");
    expect(shownColumns(["tags", "cost", "nonsense"]).map(({ id }) => id)).toEqual(["cost", "tags"]);
  });

  it("leave no trace in the address while they are the standard ones", () => {
    const standard = new Set(LIST_COLUMNS.filter((column) => column.standard).map(({ id }) => id));
    expect(chosenColumns(standard)).toBeNull();
    standard.delete("cost");
    expect(chosenColumns(standard)).not.toContain("cost");
  });
});

describe("a place that a search found", () => {
  it("separates the match from the text around it", () => {
    const { pieces, href } = matchLine("ses_1", {
      blockId: "result:1/2",
      turn: 4,
      text: "the \ue000order\ue001  of\nAda",
    });
    expect(pieces.filter(({ isFound }) => isFound)).toEqual([{ text: "order", isFound: true }]);
    expect(pieces.map(({ text }) => text).join("")).toBe("the order of Ada");
    expect(href).toBe("/sessions/ses_1/blocks/result%3A1%2F2");
  });
});
