import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { makeMessageSize, measurePlain, wideSize, wideSizeByTokens } from "./size";

const assistant: Message = {
  id: "a",
  role: "assistant",
  text: "four",
  thinking: "six ch",
  toolCalls: [{ id: "c", name: "a long name that does not count", args: { q: "検索" } }],
};

describe("the size of a message for OpenClaw", () => {
  it("counts an assistant's text, thinking and arguments, but no names", () => {
    expect(makeMessageSize(measurePlain)(assistant)).toBe(4 + 6 + '{"q":"検索"}'.length);
  });

  it("counts arguments by their plain length where texts are weighted", () => {
    expect(makeMessageSize(wideSize)(assistant)).toBe(4 + 6 + 10);
  });

  it("counts an image as 8,000 characters, a system message as 256 and missing arguments as {}", () => {
    const size = makeMessageSize(measurePlain);
    expect(size({ id: "t", role: "tool", text: "", texts: ["ab", "c"], images: 2 })).toBe(16_003);
    expect(size({ id: "s", role: "system", text: "any length at all" })).toBe(256);
    const toolCalls = [{ id: "c", name: "n", args: undefined }];
    expect(size({ id: "a", role: "assistant", text: "", toolCalls })).toBe(2);
  });
});

describe("OpenClaw's weighted size of a text", () => {
  it.each([
    ["plain text", "abc", 3, 3],
    ["common ideographs", "検索", 8, 8],
    ["hangul", "한", 4, 4],
    ["emoji", "😀", 2, 2],
    ["ideographs of the supplementary planes", "𠀀", 4, 16],
    ["half-width forms", "｢", 1, 8],
    ["rare scripts", "ꀀ", 4, 12],
    ["tally marks", "𝍠", 2, 12],
    ["a middle dot", "·", 1, 4],
    ["a mixture", "a検😀", 7, 7],
  ])("weighs %s", (_, text, generation2, generation3) => {
    expect([wideSize(text), wideSizeByTokens(text)]).toEqual([generation2, generation3]);
  });
});
