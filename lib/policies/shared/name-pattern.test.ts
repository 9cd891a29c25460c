import { describe, expect, it } from "vitest";
import { NAME_PATTERN_CHARS_MAX, NAME_PATTERNS_MAX, namePattern, namePatterns } from "./name-pattern";

describe("a pattern for names of tools", () => {
  it.each([
    ["exec", "exec", true],
    ["exec", "exec2", false],
    ["*", "", true],
    ["*", "anything at all", true],
    ["web*", "web_search", true],
    ["web*", "my_web", false],
    ["*_search", "web_search", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["a**b", "ab", true],
    ["*ab*ab", "ab", false],
    ["*ab*ab", "xabab", true],
    ["a.c", "abc", false],
    ["[a]*(", "[a]x(", true],
  ])("%s on %s: %s", (pattern, name, fits) => expect(namePattern(pattern)(name)).toBe(fits));

  it("answers at once for many stars and a long name that does not fit", () => {
    const patterns = [
      "a*".repeat(NAME_PATTERN_CHARS_MAX / 2) + "b",
      "*a".repeat(99) + "*b",
      "*".repeat(150) + "b",
    ];
    const name = "a".repeat(100_000);
    for (const pattern of patterns) expect(namePattern(pattern)(name)).toBe(false);
  });

  it("is one of a bounded number of bounded length", () => {
    expect(namePatterns.safeParse(["a".repeat(NAME_PATTERN_CHARS_MAX + 1)]).success).toBe(false);
    expect(namePatterns.safeParse(Array(NAME_PATTERNS_MAX + 1).fill("a")).success).toBe(false);
    expect(namePatterns.safeParse(["web*"]).success).toBe(true);
  });
});
