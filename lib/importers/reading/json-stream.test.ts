import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamJsonValues } from "./json-stream";

async function read(text: string, size = text.length): Promise<unknown[]> {
  const pieces: string[] = [];
  for (let i = 0; i < text.length; i += Math.max(1, size)) pieces.push(text.slice(i, i + Math.max(1, size)));
  const items = [];
  for await (const item of streamJsonValues(pieces)) items.push(item);
  return items;
}
const values = (...list: unknown[]) => list.map((value) => ({ value }));

describe("streamJsonValues", () => {
  it("reads JSON lines, in whatever pieces they come", async () => {
    const text = '{"a":"}{"}\n\n{"b":[1,"\\"]"]}\r\n{"c":null}';
    for (const size of [1, 2, 3, 7, 100])
      expect(await read(text, size)).toEqual(values({ a: "}{" }, { b: [1, '"]'] }, { c: null }));
  });

  it("reads several values on one line, and one value over many lines", async () => {
    expect(await read('{"a":1}{"b":2}')).toEqual(values({ a: 1 }, { b: 2 }));
    expect(await read('{\n  "a": {\n    "b": []\n  }\n}\n{"c":1}')).toEqual(
      values({ a: { b: [] } }, { c: 1 }),
    );
  });

  it("reads the elements of one large array", async () => {
    expect(await read('\ufeff[\n{"a":1},\n {"b":[2]}, 3\n]')).toEqual(values({ a: 1 }, { b: [2] }, 3));
  });

  it("passes over a line that was cut off, and keeps the rest", async () => {
    expect(await read('{"a":1}\n{"text":"cut he\n{"b":2}\nnot json\n{"c":3}')).toEqual([
      { value: { a: 1 } },
      { broken: '{"text":"cut he' },
      { value: { b: 2 } },
      { broken: "not json" },
      { value: { c: 3 } },
    ]);
    expect(await read('{"a":1}\n{"n":\n{"b":2}')).toEqual([
      { value: { a: 1 } },
      { broken: '{"n":' },
      { value: { b: 2 } },
    ]);
  });

  it("says of a list that nothing closes that it is unfinished, wherever it ends", async () => {
    const list = '[\n  {\n    "a": 1\n  },\n  {\n    "b": { "c": [] }\n  }\n]';
    expect(await read(`${list}\n`)).toEqual(values({ a: 1 }, { b: { c: [] } }));
    for (const end of [list.length - 1, list.length - 2, list.indexOf(",") + 1])
      expect((await read(list.slice(0, end))).at(-1)).toEqual({ unfinished: true });
    expect(await read(list.slice(0, list.indexOf('"c"')))).toEqual([
      ...values({ a: 1 }),
      { broken: "{" },
      { unfinished: true },
    ]);
  });

  it("goes on in a list behind a broken element where a line begins as its elements do, not with its rest", async () => {
    const list =
      '[\n  {"a": 1},\n  {"b": "x\n\n y", "c": {"d": 1},\n    "e": [{\n      "f": 2}]},\n  {"g": 3}\n]';
    for (const size of [1, 3, 200])
      expect(await read(list, size)).toEqual([
        { value: { a: 1 } },
        { broken: '{"b": "x' },
        { value: { g: 3 } },
      ]);
    expect(await read('[{"a":1},{"b":"x\ny","c":{"d":1}},{"e":2}]')).toEqual([
      { value: { a: 1 } },
      { broken: '{"b":"x' },
      { unfinished: true },
    ]);
  });

  it("gives back any list of objects", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.integer({ min: 1, max: 50 }),
        async (list, size) => {
          const text = list.map((value) => JSON.stringify(value)).join("\n");
          expect(await read(text, size)).toEqual(
            values(...list.map((value) => JSON.parse(JSON.stringify(value)) as unknown)),
          );
        },
      ),
    );
  });
});
