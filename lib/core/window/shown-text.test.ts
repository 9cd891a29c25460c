import { describe, expect, it } from "vitest";
import { isPlaceholder, chooseModeOfShown, measureTraits } from "./shown-text";

const full = measureTraits(`{"status":"pending","items":[${"1,".repeat(400)}1]}`);

describe("isPlaceholder", () => {
  it.each([
    "[Old tool result content cleared]",
    "<MASKED>",
    "[cleared]",
    "Old environment output: (23 lines omitted)",
    "[image removed during context pruning]",
    "",
  ])("knows %j", (text) => expect(isPlaceholder(text)).toBe(true));

  it.each(["ok", "exit code 0", '{"status":"shipped"}'])("takes %j for content", (text) =>
    expect(isPlaceholder(text)).toBe(false),
  );
});

describe("chooseModeOfShown", () => {
  it("tells a placeholder, an excerpt and a summary apart", () => {
    expect(chooseModeOfShown("tool_result", full, "[cleared]")).toBe("reference");
    expect(chooseModeOfShown("tool_result", full, `${full.head}\n...\n${full.tail}`)).toBe("excerpt");
    expect(chooseModeOfShown("tool_result", full, "The order is pending.")).toBe("summary");
  });

  it("takes a text that did not shrink for a new edition", () => {
    expect(chooseModeOfShown("tool_result", full, "x".repeat(full.chars))).toBe("full");
  });

  it("takes any new text of a rewritten kind for a new edition", () => {
    expect(chooseModeOfShown("plan", full, "- [x] one\n- [ ] two")).toBe("full");
  });
});
