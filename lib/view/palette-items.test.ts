import { describe, expect, it } from "vitest";
import { readQuestion, turnIn, makeWhyLink } from "./palette-items";

describe("what is typed into the palette", () => {
  it.each([
    ["12", 12],
    ["turn 12", 12],
    ["Turn12", 12],
    ["12 monkeys", null],
    ["", null],
  ])("%j names turn %j", (query, turn) => expect(turnIn(query)).toBe(turn));

  it.each([
    ["why not serializer.ts?", "serializer.ts"],
    ['why "ORD-7"', "ORD-7"],
    ["? the order", "the order"],
    ["whynot", null],
    ["get_order", null],
  ])("%j asks for %j", (query, question) => expect(readQuestion(query)).toBe(question));

  it("becomes a link that asks at the cursor", () => {
    expect(makeWhyLink("ses_1", "a&b", 12).href).toBe("/sessions/ses_1/why?turn=12&q=a%26b");
    expect(makeWhyLink("ses_1", "x", null).href).toBe("/sessions/ses_1/why?q=x");
  });
});
