import { describe, expect, it } from "vitest";
import { listKeyPaths, signs, sniff } from "./sniff";

describe("listKeyPaths", () => {
  it("follows keys through objects and arrays, also when the text is cut off", () => {
    const text = '{"info":{"n":1,"agent":{"llm":"x"}},"list":[{"a":"{\\"b\\":1}","c":[[{"d":2}]]},{"e":"cut';
    expect([...listKeyPaths(text)]).toEqual([
      "info",
      "info.n",
      "info.agent",
      "info.agent.llm",
      "list",
      "list[].a",
      "list[].c",
      "list[].c[][].d",
      "list[].e",
    ]);
  });

  it("passes over a string that is cut off, whatever it holds", () => {
    const cut = `{"a":1,"b":"${'\\"x\\"'.repeat(40_000)}`;
    expect([...listKeyPaths(cut)]).toEqual(["a", "b"]);
    expect([...listKeyPaths(`${cut}\\`)]).toEqual(["a", "b"]);
  });
});

describe("sniff", () => {
  it.each([
    ["", "empty"],
    ["  \n", "empty"],
    ["%PDF\u0000\u0001", "binary"],
    ["hello", "text"],
    ['{"a":1}\n{"a":2}', "lines"],
    ['{"a":1}', "object"],
    ['[{"a":1}]', "array"],
    ['\ufeff{"a":\n1}', "object"],
    ['{"a":[{"b":1},{"c":"x\n y","d":[{"e":1},{"f":2}]}]}', "object"],
    ['ut off"}\n{"a":1}\n{"b":2}', "text"],
    ['{"a":"cut o\n{"a":1}\n{"b":2}', "lines"],
  ])("tells the shape of %j", async (text, shape) => expect(sniff("f", text, true).shape).toBe(shape));

  it("takes a first line that is a record for the first of many when the file goes on", async () => {
    expect(sniff("f", '{"a":1}\n{"b', false).shape).toBe("lines");
    expect(sniff("f", '{"a":\n{"b', false).shape).toBe("object");
  });
});

describe("signs", () => {
  it("names the first thing that is missing", async () => {
    const found = sniff("f", '{"info":{},"trajectory":[{"action":"ls"}]}', true);
    expect(signs(found, ["object"], ["info", "trajectory[].action"])).toEqual({
      share: 1,
      missing: null,
    });
    expect(signs(found, ["object"], ["info", "trajectory[].state"])).toEqual({
      share: 0.5,
      missing: "trajectory[].state",
    });
    expect(signs(found, ["lines"], ["info"])).toMatchObject({ share: 0 });
  });
});
