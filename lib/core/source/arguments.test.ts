import { describe, expect, it } from "vitest";
import { parseJsonOrText } from "./arguments";

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
