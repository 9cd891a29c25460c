import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textPieces, visibleText } from "./trace-text";

describe("visibleText", () => {
  it.each([
    ["\u001b[31mred\u001b[0m", "␛[31mred␛[0m"],
    ["abc\u202etxt.exe", "abc⟦RLO⟧txt.exe"],
    ["bell\u0007 nul\u0000", "bell␇ nul␀"],
    ["line\r\nnext\ttab", "line\nnext\ttab"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ])("shows %j as %j", (text, shown) => expect(visibleText(text)).toBe(shown));
});

describe("textPieces", () => {
  it("cut at line ends and lose nothing", () => {
    expect(textPieces("aa\nbb\ncc", 4)).toEqual(["aa\n", "bb\n", "cc"]);
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 20 }),
        (text, size) => textPieces(text, size).join("") === text,
      ),
    );
  });
});
