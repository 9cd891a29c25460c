import { describe, expect, it } from "vitest";
import { makeCustomDetector } from "./custom";

const found = (kind: "text" | "regex", pattern: string, text: string) =>
  [...makeCustomDetector({ name: "rule", kind, pattern }, 0).find(text)].map(({ start, end }) =>
    text.slice(start, end),
  );

describe("a project's own rule", () => {
  it.each([
    ["text", "CUST-*", 'id "cust-77812" and CUST-9', ["cust-77812", "CUST-9"]],
    ["text", "a*c", "abc abcbc a c", ["abc", "abcbc"]],
    ["text", "a.b", "a.b axb", ["a.b"]],
    ["text", "*@corp", "mail ada@corp, bob@corp", ["ada@corp", "bob@corp"]],
    ["regex", "CUST-\\d{5}", "CUST-12345 CUST-123", ["CUST-12345"]],
    ["regex", "\\bEMP[0-9]+", "EMP12 xEMP34 emp5", ["EMP12", "emp5"]],
    ["regex", "a.{2,3}c", "abbc abbbc abbbbc", ["abbc", "abbbc"]],
    ["regex", "[ab]*b", "aabab", ["aabab"]],
    ["regex", "x\\d?y", "xy x1y x12y", ["xy", "x1y"]],
    ["regex", "(a", "(a", []],
  ] as const)("%s %s", (kind, pattern, text, wanted) => expect(found(kind, pattern, text)).toEqual(wanted));

  it("finds what the engine of the language finds", () => {
    const text = "ab1-ab22-b333 aab x9 ".repeat(50);
    for (const pattern of ["a{1,2}b\\d", "[ab]+\\d{2,}", "\\w{2,3}-", "b.{0,5}x", "\\B\\d+"]) {
      const bounded = pattern.replaceAll("{2,}", "{2,9}");
      expect(found("regex", bounded, text)).toEqual(
        [...text.matchAll(new RegExp(bounded, "giu"))].map(([match]) => match),
      );
    }
  });

  it("is linear in the text, whatever stands in it", () => {
    expect(found("text", "a*a*b", "a".repeat(300_000))).toEqual([]);
    expect(found("regex", "[a-z]{0,30}[a-y]{0,30}!", "a".repeat(300_000))).toEqual([]);
  });
});
