import { expect, it } from "vitest";
import { holdsAtMost } from "./count-values";

it("counts a value with all that it holds, however deep, and stops at the bound", () => {
  const deep = Array.from({ length: 10_000 }).reduce((inner) => [inner], null);
  expect(holdsAtMost(1, 1)).toBe(true);
  expect(holdsAtMost({ a: [1, { b: null }], c: "x" }, 6)).toBe(true);
  expect(holdsAtMost({ a: [1, { b: null }], c: "x" }, 5)).toBe(false);
  expect(holdsAtMost(deep, 10_001)).toBe(true);
  expect(holdsAtMost(deep, 10_000)).toBe(false);
});
