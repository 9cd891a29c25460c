import { describe, expect, it } from "vitest";
import { cutDocument } from "./cut-document";

const LIST = [{ a: [1, 2, { b: "x,]}" }] }, { c: null }];

describe("A JSON document that is cut off", () => {
  it.each([
    ['{"messages":[{"a":1},{"b":2},{"c"', { messages: [{ a: 1 }, { b: 2 }] }],
    ['{"messages":[{"a":1},{"b":"2, {', { messages: [{ a: 1 }] }],
    ['{"id":7,"messages":[{"a":1}],"info":{"x"', { id: 7, messages: [{ a: 1 }] }],
    ['{"id":7,"name":"x', { id: 7 }],
    ['{"runs":[{"steps":[{"n":1},{"n":2},{"n"', { runs: [{ steps: [{ n: 1 }, { n: 2 }] }] }],
    ['{"list":["a \\"quoted\\" ]","b', { list: ['a "quoted" ]'] }],
    ['{"messages":[', { messages: [] }],
  ])("says what stands before the cut: %s", (text, value) => {
    expect(cutDocument(text)?.value).toEqual(value);
  });

  it.each([
    ['{"list":[{"a":1},{"b":"x\ny"},{"c":3}],"end":1}', { list: [{ a: 1 }] }],
    ['{"list":[{"a":1},{"b"\n 2},{"c":3}],"end":1}', { list: [{ a: 1 }] }],
    ['{"list":[{"a":1},{"b":2]},{"c":3}]}', { list: [{ a: 1 }] }],
    ['{"id":1,"list":[{"a":1},\n{"b":2},,{"c":3},{"d":4}]}', { id: 1, list: [{ a: 1 }, { b: 2 }] }],
  ])("says what stands before what is no JSON: %s", (text, value) => {
    expect(cutDocument(text)?.value).toEqual(value);
  });

  it.each(['{"a":1}', "[]", '{"a":1]', "words", "", '{"a" 1, "b'])("is not %j", (text) => {
    expect(cutDocument(text)).toBeNull();
  });

  it("can be cut anywhere, and says no more than the whole does", () => {
    const whole = JSON.stringify({ id: 1, list: LIST, end: { z: true } });
    for (let at = 1; at < whole.length; at++) {
      const cut = cutDocument(whole.slice(0, at));
      if (cut === null) continue;
      const list = (cut.value as { list?: unknown[] }).list ?? [];
      expect(list.slice(0, -1)).toEqual(LIST.slice(0, Math.max(0, list.length - 1)));
    }
  });
});
