import { describe, expect, it } from "vitest";
import { JSON_DEPTH_MAX, shapeOf } from "./well-formed";

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

describe("readShape", () => {
  it("calls plain values and sound texts sound", () => {
    for (const value of [null, 1, "text", { a: ["b", { c: "d" }] }, nested(JSON_DEPTH_MAX)])
      expect(shapeOf(value)).toBe("sound");
  });

  it("sees a text that cannot be stored, in values and in names", () => {
    expect(shapeOf({ a: ["\u0000"] })).toBe("broken_text");
    expect(shapeOf({ a: { "\ud800": 1 } })).toBe("broken_text");
  });

  it("stops at the level that is one too deep", () => {
    expect(shapeOf(nested(JSON_DEPTH_MAX + 1))).toBe("too_deep");
    let deep: unknown = 1;
    for (let i = 0; i < 1_000_000; i++) deep = [deep];
    expect(shapeOf(deep)).toBe("too_deep");
  });
});
