import { describe, expect, it } from "vitest";
import { splitCode } from "./spoken-text";

const asWritten = (text: string, before?: string) =>
  splitCode(text, before).map((part) => [part.isCode ? "code" : "prose", part.text]);

describe("code within what was said", () => {
  it("stands apart with its fences, and nothing is left out", () => {
    const text = "Do this:\n```ts\nconst a = 1;\n\nrun(a);\n```\nThen stop.";
    expect(asWritten(text)).toEqual([
      ["prose", "Do this:"],
      ["code", "```ts\nconst a = 1;\n\nrun(a);\n```"],
      ["prose", "Then stop."],
    ]);
    expect(
      splitCode(text)
        .map((part) => part.text)
        .join("\n"),
    ).toBe(text);
  });

  it("goes on where the first lines were cut within a fence, and to the end where none closes it", () => {
    expect(asWritten("b();\n```\nDone.", "See:\n```\na();")).toEqual([
      ["code", "b();\n```"],
      ["prose", "Done."],
    ]);
    expect(asWritten("```\na();")).toEqual([["code", "```\na();"]]);
  });

  it("is not begun by three ticks within a line", () => {
    expect(asWritten("Use ```x``` here.\n```x``` too")).toEqual([
      ["prose", "Use ```x``` here.\n```x``` too"],
    ]);
  });
});
