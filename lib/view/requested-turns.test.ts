import { describe, expect, it } from "vitest";
import { noteNoTurn, readRequestedRange, readRequestedTurn } from "./requested-turns";

const whole = { from: 3, to: 500 };

describe("a turn that is asked for", () => {
  it.each([
    [null, null, null],
    [3, 3, null],
    [500, 500, null],
    [9_999, 500, "This session has no turn 9,999. Its last one, turn 500, is shown."],
    [-1, 3, "This session has no turn -1. Its first one, turn 3, is shown."],
  ])("%s is shown as %s: %s", (asked, turn, note) =>
    expect(readRequestedTurn(asked, whole)).toEqual({ turn, note }),
  );
});

it("says of a page with all turns that the one asked for is none of them", () => {
  expect(noteNoTurn(9_999, whole)).toBe("This session has no turn 9,999. Its turns 3 to 500 are shown.");
  expect(noteNoTurn(3, whole)).toBeNull();
  expect(noteNoTurn(null, whole)).toBeNull();
});

describe("a range that is asked for", () => {
  it("is shown as far as the session has it", () => {
    expect(readRequestedRange(null, null, whole)).toEqual({ range: null, note: null });
    expect(readRequestedRange("12-48", { from: 12, to: 48 }, whole).note).toBeNull();
    expect(readRequestedRange("400-9999", { from: 400, to: 9_999 }, whole)).toEqual({
      range: { from: 400, to: 500 },
      note: "Of the turns 400 to 9,999 that were asked for, this session has 400 to 500.",
    });
  });

  it("becomes the whole session when it lies outside or cannot be read", () => {
    expect(readRequestedRange("900-950", { from: 900, to: 950 }, whole)).toMatchObject({ range: null });
    expect(readRequestedRange("48-12", null, whole).note).toContain("“48-12” is not a range");
  });
});
