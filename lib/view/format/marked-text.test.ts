import { describe, expect, it } from "vitest";
import { listMarkedPieces } from "./marked-text";

const drawn = (text: string, value: string | null) =>
  listMarkedPieces(text, value)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");

describe("a text with a value marked", () => {
  it.each([
    ["every place of it", "a 7 b 7", "7", "a [7] b [7]"],
    ["in other capitals where it does not stand as written", "Order PENDING.", "pending", "Order [PENDING]."],
    ["only as written where it does", "Pending pending", "pending", "Pending [pending]"],
    ["nothing without a value", "a b", null, "a b"],
    ["nothing where it is not", "a b", "c", "a b"],
    ["the whole", "abc", "abc", "[abc]"],
    ["a value with control characters as it is shown", "x␛y", "x\u001by", "[x␛y]"],
  ])("has %s", (_, text, value, expected) => {
    expect(drawn(text, value)).toBe(expected);
  });

  it("loses nothing of the text", () => {
    const text = "İstanbul and ißa";
    expect(
      listMarkedPieces(text, "ISSA")
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });
});
