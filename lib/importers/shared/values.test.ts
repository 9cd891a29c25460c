import { describe, expect, it } from "vitest";
import { countOf, keepDefined, instantOf, recordsOf } from "./values";

describe("instantOf", () => {
  const expected = Date.UTC(2025, 7, 1, 15, 27, 50, 175);
  it.each([
    ["2025-08-01T15:27:50.175749"],
    ["2025-08-01 15:27:50.175"],
    ["2025-08-01T15:27:50.175Z"],
    ["2025-08-01T17:27:50.175+02:00"],
    [expected / 1_000],
    [expected],
  ])("reads %j", (value) => expect(instantOf(value)).toBe(expected));

  it.each([["yesterday"], [""], [0], [Number.NaN], [null], ["9999-01-01T00:00:00Z"]])(
    "does not believe %j",
    (value) => expect(instantOf(value)).toBeNull(),
  );
});

describe("loose values", () => {
  it("are read as what they promise or not at all", () => {
    expect(recordsOf('[{"a":1},2]')).toEqual([{ a: 1 }]);
    expect(recordsOf("no list")).toEqual([]);
    expect([countOf(3), countOf(0), countOf(-1), countOf(1.5), countOf("3")]).toEqual([3, 0, ...Array(3)]);
    expect(keepDefined({ a: 1, b: undefined, c: null, d: 0 })).toEqual({ a: 1, d: 0 });
  });
});
