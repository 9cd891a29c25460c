import { describe, expect, it } from "vitest";
import { listTextsIn, parseJsonOrText } from "./arguments";

function parseSlowly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

describe("what a text holds as JSON", () => {
  it.each([
    ...['{"a":1}', " \n\t [1, 2]", '"text"', "12", "-0.5e3", "true", " null ", "false\n", "{}"],
    ...[
      "",
      "ls -la",
      "{ not json",
      "const a = 1;",
      "true enough",
      "nullable",
      "-n 3",
      "*** Begin Patch",
      "\u00a0{}",
    ],
  ])("is read of %j as JSON.parse reads it, else the text", (text) => {
    expect(parseJsonOrText(text)).toEqual(parseSlowly(text));
    expect(parseJsonOrText(text)).toEqual(parseSlowly(text));
  });
});

describe("the texts in a value", () => {
  it("are all of them, the outer ones first", () => {
    expect(listTextsIn({ a: ["one", { b: "two" }], c: 3, d: null, e: "zero" })).toEqual([
      "zero",
      "one",
      "two",
    ]);
  });

  it("are found however deep they stand", () => {
    const depth = 100_000;
    expect(listTextsIn(JSON.parse(`${"[".repeat(depth)}"deep"${"]".repeat(depth)}`))).toEqual(["deep"]);
  });
});
