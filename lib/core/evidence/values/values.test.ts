import { describe, expect, it } from "vitest";
import { scanArguments, scanValues } from "./values";

const valuesIn = (text: string, scan = scanValues) => {
  const values: string[] = [];
  scan(text, (value) => values.push(value));
  return values;
};

describe("what may name something in a text", () => {
  it.each([
    ["an identifier", "the order #W2378156, pending", ["#W2378156"]],
    ["a path, whole and by its last part", "see ./lib/core/fold.ts.", ["lib/core/fold.ts", "fold.ts"]],
    ["a URL", "at https://example.org/a?b=1), then", ["https://example.org/a?b=1"]],
    ["a number", "total 54231 of 12", ["54231"]],
    ["a name in code", "call registerOutputs and parse_event", ["registerOutputs", "parse_event"]],
    ["an e-mail address", "write to ann@example.org", ["ann@example.org"]],
    ["a quoted phrase", 'named "Desk lamp, brass" there', ["Desk lamp, brass"]],
    ["no plain words", "and/or the customer was not at home e.g. today", []],
    ["nothing in encoded data", "A1b2".repeat(500), []],
  ])("%s", (_, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it("is a value of a call, not the name of its parameter", () => {
    expect(
      valuesIn('{"order_id":"#W2378156","nested":[{"invoice_no":45012}]}', scanArguments).toSorted(),
    ).toEqual(["#W2378156", "45012"]);
    expect(valuesIn("open src/app.ts 20", scanArguments)).toEqual(["src/app.ts", "app.ts"]);
  });

  it.each([
    ["of a line before its text", "  1325\tconst total = sum;"],
    ["of a line by name", "see line 1325 of it"],
    ["of a range", "lines 1325-1400"],
    ["a count", "Found 1325 matches in 2048 files"],
    ["an index in JSON", '{"lines": 1325, "offset": 2048}'],
  ])("is no number %s, unless the file is known", (_, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("is a line of the file that a call names, and of no other", () => {
    const read = (text: string) => {
      const values: string[] = [];
      scanArguments(text, (value) => values.push(value), "fold.ts");
      return values;
    };
    expect(read('{"offset":1325}')).toEqual(["fold.ts:1325"]);
    expect(valuesIn('{"file_path":"src/app.ts","offset":1325}', scanArguments)).not.toContain("1325");
  });

  it.each([
    ["src/app.ts:1325:  const x", ["app.ts:1325", "src/app.ts", "app.ts"]],
    ["src/app.ts:1325:7:const order", ["app.ts:1325", "src/app.ts", "app.ts"]],
    ["app.ts\n1325:const x\n\nfold.ts\n2048:const y", ["app.ts:1325", "fold.ts", "fold.ts:2048"]],
    ['{"path":"a/app.ts","line":1325}', ["a/app.ts", "app.ts", "app.ts:1325"]],
    ["app.ts\nLine 1325:class Order", ["app.ts", "app.ts:1325"]],
    ["1325 matches in src/app.ts", ["src/app.ts", "app.ts"]],
  ])("is a line of the file that a search prints it with: %s", (text, values) => {
    expect(valuesIn(text)).toEqual(expect.arrayContaining(values.filter((value) => value.includes(":"))));
    expect(valuesIn(text).filter((value) => /:\d/.test(value))).toEqual(
      values.filter((value) => value.includes(":")),
    );
  });
});
