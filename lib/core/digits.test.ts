import { describe, expect, it } from "vitest";
import { formatCount, formatDigits } from "./digits";

describe("counts in sentences", () => {
  it("are rounded, grouped, and in ASCII", () => {
    expect([0, 999, 1_000, 1_234_567.8, -4_420].map(formatDigits)).toEqual([
      "0",
      "999",
      "1,000",
      "1,234,568",
      "-4,420",
    ]);
  });

  it("have their noun in the number that they ask for", () => {
    expect([formatCount(1, "turn"), formatCount(0, "turn"), formatCount(2_000, "entry", "entries")]).toEqual([
      "1 turn",
      "0 turns",
      "2,000 entries",
    ]);
  });
});
