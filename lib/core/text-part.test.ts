import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutPartOfText, cutTextAround } from "./text-part";

const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "🙂", "👩‍🚒", "漢"), maxLength: 40 });

describe("a part of a text", () => {
  it("is well formed, and the parts from one to the next are the whole", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, limit) => {
        const parts: string[] = [];
        for (let at: number | null = 0; at !== null;) {
          const part = cutPartOfText(whole, at, limit);
          expect(part.text.isWellFormed()).toBe(true);
          expect(part.offset).toBe(at);
          parts.push(part.text);
          at = part.next;
        }
        expect(parts.join("")).toBe(whole);
      }),
    );
  });

  it("meets the next where somebody else chose the borders", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (whole, step) => {
        const starts = Array.from({ length: Math.ceil(whole.length / step) }, (_, i) => i * step);
        expect(starts.map((at) => cutPartOfText(whole, at, step).text).join("")).toBe(whole);
      }),
    );
  });

  it("is empty behind the end, and says where the text ends", () => {
    expect(cutPartOfText("abc", 9, 5)).toEqual({ text: "", offset: 3, next: null });
    expect(cutPartOfText("", 0, 5)).toEqual({ text: "", offset: 0, next: null });
    expect(cutPartOfText("🙂", 1, 1)).toEqual({ text: "🙂", offset: 0, next: null });
  });
});

describe("cutTextAround", () => {
  it("gives the value with what stands before and after it, and says where it cuts", () => {
    expect(cutTextAround("one two three four", "three", 4)).toEqual({
      text: "two three fou",
      isCutBefore: true,
      isCutAfter: true,
    });
    expect(cutTextAround("one two", "one", 9)).toEqual({
      text: "one two",
      isCutBefore: false,
      isCutAfter: false,
    });
  });

  it("finds the exact value first, then one of another case, and says where there is none", () => {
    expect(cutTextAround("ABC abc", "abc", 0)?.text).toBe("abc");
    expect(cutTextAround("status: SHIPPED", "shipped", 0)?.text).toBe("SHIPPED");
    expect(cutTextAround("abc", "x", 9)).toBeNull();
    expect(cutTextAround("abc", "", 9)).toBeNull();
  });

  it("cuts no character in two", () =>
    expect(cutTextAround("🙂x🙂", "x", 1)).toMatchObject({ text: "🙂x", isCutAfter: true }));
});
