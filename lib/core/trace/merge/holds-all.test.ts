import { describe, expect, it } from "vitest";
import { holdsAll } from "./holds-all";

describe("holdsAll", () => {
  it.each<[string, unknown, unknown]>([
    ["the same", { a: [1, "x"] }, { a: [1, "x"] }],
    ["a longer text", "It is blue.", "It is"],
    ["a longer list", [1, 2, 3], [1, 2]],
    ["more fields", { a: 1, b: 2 }, { a: 1 }],
    ["what was empty", { a: 1 }, { a: 1, b: null, c: "", d: [], e: {} }],
    ["JSON in a text, in another order", '{"a":[{"t":"blue sky"}],"b":1}', '{"b":1,"a":[{"t":"blue"}]}'],
  ])("finds all of it in %s", (_, value, other) => {
    expect(holdsAll(value, other)).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ["another text", "It is green.", "It is blue."],
    ["a shorter text", "It", "It is"],
    ["a shorter list", [1], [1, 2]],
    ["a missing field", { a: 1 }, { a: 1, b: 2 }],
    ["another number", { tokens: 120 }, { tokens: 100 }],
    ["a list for an object", ["x"], { 0: "x" }],
    ["other JSON in a text", '{"a":"green"}', '{"a":"blue"}'],
    ["zero for unknown", { a: null }, { a: 0 }],
  ])("does not find it in %s", (_, value, other) => {
    expect(holdsAll(value, other)).toBe(false);
  });
});
