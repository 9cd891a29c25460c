import { describe, expect, it } from "vitest";
import { makeUpgrade, upgradeEvent } from "./parse-event";

const rename = (from: string, to: string) => (event: Record<string, unknown>) => {
  const { [from]: value, ...rest } = event;
  return { ...rest, [to]: value };
};

describe("upgradeEvent", () => {
  it("leaves an event of the current version alone", () => {
    const event = { v: 1, id: "e1", type: "session.ended" };
    expect(upgradeEvent(event)).toBe(event);
  });
});

describe("makeUpgrade", () => {
  const upgrade = makeUpgrade([rename("a", "b"), rename("b", "c")], 3);

  it("takes an event through every version above its own", () => {
    expect(upgrade({ a: 7 })).toEqual({ v: 3, c: 7 });
    expect(upgrade({ v: 2, b: 7 })).toEqual({ v: 3, c: 7 });
  });

  it("hands back an event of a version it does not know, for the schema to refuse", () => {
    expect(upgrade({ v: 4, c: 7 })).toEqual({ v: 4, c: 7 });
    expect(upgrade({ v: "2", b: 7 })).toEqual({ v: "2", b: 7 });
  });

  it("refuses a chain with a hole when it is made", () => {
    expect(() => makeUpgrade([rename("a", "b")], 3)).toThrow(/1 steps for version 3/);
  });
});
