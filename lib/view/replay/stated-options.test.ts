import { expect, it } from "vitest";
import { describeStatedOptions } from "./stated-options";

it("tells choices of one policy apart by what their options say", () => {
  expect(describeStatedOptions({})).toBe("");
  expect(describeStatedOptions({ n: 5, keep: { type: "tool_uses", value: 3 } })).toBe(
    "n 5 · keep.type tool_uses · keep.value 3",
  );
  expect(describeStatedOptions({ a: 1, b: true, c: null, d: ["x"], e: 2, f: 3 })).toBe(
    'a 1 · b true · c null · d ["x"] · 2 more',
  );
});
