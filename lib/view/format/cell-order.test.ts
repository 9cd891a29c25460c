import { describe, expect, it } from "vitest";
import { compareCells, isFoundIn, parseCellValue } from "./cell-order";

describe("the order of a table's cells", () => {
  it("puts numbers by size before words, and nothing last", () => {
    const cells = ["turn 10", null, 12, "turn 9", 3];
    expect(cells.sort(compareCells)).toEqual([3, 12, "turn 9", "turn 10", null]);
  });

  it("reads the number of a formatted text", () => {
    expect(["1,240", "42 %", "−5", "+3", "$0.25", "–", "12 turns"].map(parseCellValue)).toEqual([
      1240,
      42,
      -5,
      3,
      0.25,
      null,
      "12 turns",
    ]);
  });

  it("finds a text in any case", () => {
    expect(isFoundIn("src/Dates.ts", " dates ")).toBe(true);
    expect(isFoundIn(1240, "24")).toBe(true);
    expect(isFoundIn(null, "a")).toBe(false);
  });
});
