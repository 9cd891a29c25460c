import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { checkBoxes } from "./plan/readers/check-boxes";
import { readStatedFields } from "./fields";
import { findFile, isPlaceKey } from "./values/positions";
import { normaliseSpelling } from "./values/spelling";
import { saysGrouped } from "./values/grouped";
import { scanValues } from "./values/values";

describe("a text made to keep a pattern busy", () => {
  it.each<[string, (chars: number) => unknown]>([
    ["a name without an ending", (chars) => findFile("x1".repeat(chars))],
    ["the name of a parameter", (chars) => isPlaceKey("_a".repeat(chars))],
    ["zeros before another digit", (chars) => normaliseSpelling(`1.${"0".repeat(chars)}1`)],
    ["colons between digits", (chars) => scanValues(`1${":".repeat(chars)}1`, () => undefined)],
    ["thousands without an end", (chars) => normaliseSpelling(`1${",234".repeat(chars / 4)},2`)],
    ["groups of digits", (chars) => scanValues("1234 ".repeat(chars / 5), () => undefined)],
    ["groups of letters and digits", (chars) => scanValues("A1-".repeat(chars / 3), () => undefined)],
    [
      "a telephone number without an end",
      (chars) => scanValues(`+49${" 30".repeat(chars / 3)}`, () => undefined),
    ],
    ["an amount without an end", (chars) => scanValues(`1${".234".repeat(chars / 4)},`, () => undefined)],
    ["an identifier that is not there", (chars) => saysGrouped("12 ".repeat(chars / 3), "1212 1212 1213")],
    ["a rule that is none", (chars) => readStatedFields(`a|b\n${"-".repeat(chars)}x`)],
    ["a value far from its name", (chars) => readStatedFields(`a:${" ".repeat(chars)}"x"x`)],
    [
      "a long head over many rows",
      (chars) => readStatedFields(`${"h".repeat(chars / 2)}|b\n--|--\n${"|\n".repeat(chars / 4)}`),
    ],
    ["a line that begins with spaces", (chars) => checkBoxes(" ".repeat(chars))],
    ["a line of brackets", (chars) => checkBoxes(`- ${"[".repeat(chars)}`)],
  ])("is read in time that grows with its length: %s", (_, read) =>
    expectLinear((times) => read(25_000 * times)),
  );
});

describe("what the patterns find", () => {
  it.each([
    ["see src/lib/own-words.ts:12", "own-words.ts"],
    ["no name / of a file.", null],
    ["v1/2 then ./a/b_c.json", "b_c.json"],
  ])("is the file in %s", (text, file) => {
    expect(findFile(text)).toBe(file);
  });

  it.each([
    ["12.50 and 1.10.20 and 3.00", "12.5 and 1.10.20 and 3"],
    ["1,200.000", "1200"],
  ])("are the numbers in %s", (text, normal) => {
    expect(normaliseSpelling(text)).toBe(normal);
  });

  it.each([
    ['  "status" :   "pending",  ', "status", "pending"],
    ["- Total:      30 USD", "total", "30 USD"],
    ['name = " Ada "', "name", "Ada"],
  ])("is the value in %s", (line, key, value) => {
    expect(readStatedFields(line)).toMatchObject([{ key, value }]);
  });
});
