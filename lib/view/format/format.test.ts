import { describe, expect, it } from "vitest";
import {
  formatCompact,
  count,
  formatDuration,
  formatPercent,
  plural,
  formatSigned,
  formatTokens,
} from "./format";

describe("figures", () => {
  it("never write unknown as 0", () => {
    for (const write of [count, formatCompact, formatSigned, formatPercent, formatDuration])
      expect(write(null)).toBe("–");
    expect(formatTokens(null, "unavailable")).toBe("–");
    expect(count(0)).toBe("0");
  });

  it.each([
    [0, "0"],
    [942, "942"],
    [1_000, "1k"],
    [12_345, "12.3k"],
    [99_949, "99.9k"],
    [166_874, "167k"],
    [1_234_567, "1.2M"],
    [-4_250, "-4.3k"],
  ])("compact %d as %s", (value, text) => expect(formatCompact(value)).toBe(text));

  it("carry the mark of their provenance", () => {
    expect(formatTokens(1_234, "measured")).toBe("1,234");
    expect(formatTokens(1_234, "estimated")).toBe("~1,234");
    expect(formatTokens(1_234, "inferred")).toBe("≈1,234");
  });

  it("have a sign when they are a change", () => {
    expect([formatSigned(4_250), formatSigned(-120), formatSigned(0)]).toEqual(["+4,250", "−120", "±0"]);
  });
});

describe("words", () => {
  it.each([
    [4_000, "4 s"],
    [720_000, "12 min"],
    [12_000_000, "3 h 20 min"],
    [187_200_000, "2 d 4 h"],
  ])("for %d ms are %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

  it("agree in number", () => {
    expect([plural(1, "turn"), plural(3, "turn"), plural(2, "entry", "entries")]).toEqual([
      "1 turn",
      "3 turns",
      "2 entries",
    ]);
  });
});
