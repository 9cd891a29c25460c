import { describe, expect, it } from "vitest";
import { checkBoxes } from "./plan/readers/check-boxes";
import type { StatedField } from "./fields";
import { fieldsOf } from "./fields";
import { fileIn, isPlaceKey } from "./values/positions";
import { normalSpelling } from "./values/spelling";
import { otherValueIn } from "./statements";
import { scanValues } from "./values/values";

const CHARS = 200_000;
const FIELD: StatedField = { key: "total", value: "30", plain: "30", subject: "order a 17", sort: "number" };
const other = (text: string) => otherValueIn(text, FIELD, { nouns: new Set(["total"]), isOnly: true });

describe("a text made to keep a pattern busy", () => {
  it.each<[string, () => unknown]>([
    ["a name without an ending", () => fileIn("x1".repeat(CHARS))],
    ["the name of a parameter", () => isPlaceKey("_a".repeat(CHARS))],
    ["zeros before another digit", () => normalSpelling(`1.${"0".repeat(CHARS)}1`)],
    ["colons between digits", () => scanValues(`1${":".repeat(CHARS)}1`, () => undefined)],
    ["a rule that is none", () => fieldsOf(`a|b\n${"-".repeat(CHARS)}x`)],
    ["a value far from its name", () => fieldsOf(`a:${" ".repeat(CHARS)}"x"x`)],
    [
      "a long head over many rows",
      () => fieldsOf(`${"h".repeat(CHARS / 2)}|b\n--|--\n${"|\n".repeat(CHARS / 4)}`),
    ],
    ["a line that begins with spaces", () => checkBoxes(" ".repeat(CHARS))],
    ["a line of brackets", () => checkBoxes(`- ${"[".repeat(CHARS)}`)],
    ["a word without a digit", () => other("a".repeat(CHARS))],
    ["links that lead to no value", () => other(`total${" =".repeat(CHARS)} !`)],
  ])("is read in time: %s", (_, read) => {
    const started = performance.now();
    read();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("what the patterns find", () => {
  it.each([
    ["see src/lib/own-words.ts:12", "own-words.ts"],
    ["no name / of a file.", null],
    ["v1/2 then ./a/b_c.json", "b_c.json"],
  ])("is the file in %s", (text, file) => {
    expect(fileIn(text)).toBe(file);
  });

  it.each([
    ["12.50 and 1.10.20 and 3.00", "12.5 and 1.10.20 and 3"],
    ["1,200.000", "1200"],
  ])("are the numbers in %s", (text, normal) => {
    expect(normalSpelling(text)).toBe(normal);
  });

  it.each([
    ['  "status" :   "pending",  ', "status", "pending"],
    ["- Total:      30 USD", "total", "30 USD"],
    ['name = " Ada "', "name", "Ada"],
  ])("is the value in %s", (line, key, value) => {
    expect(fieldsOf(line)).toMatchObject([{ key, value }]);
  });

  it("is another value than the one said", () => {
    expect(other("The total is 40.")?.value).toMatch(/^40/);
    expect(other("For BX-4411 the total is 40.")).toBeNull();
  });
});
