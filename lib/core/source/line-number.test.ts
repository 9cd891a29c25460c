import { expect, it } from "vitest";
import { stripLineNumber } from "./line-number";

it.each([
  ["  12→const a = 1;", "const a = 1;"],
  ["   7 | const a = 1;", "const a = 1;"],
  ["12:\tconst a = 1;", "const a = 1;"],
  ["12\tconst a = 1;", "const a = 1;"],
  ["12-  const a = 1;", "const a = 1;"],
  ["2026-01-05 started", "2026-01-05 started"],
  ["12 apples - and pears", "12 apples - and pears"],
  ["const a = 12:", "const a = 12:"],
])("the line of %j is %j", (line, text) => {
  expect(stripLineNumber(line)).toBe(text);
});
