import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { countTokens, getTokenizer } from "./tokenizer";

const o200k = { id: "o200k_base", exact: true, prior: 1 } as const;

describe("getTokenizer", () => {
  it.each([
    ["gpt-4.1-2025-04-14", "o200k_base", true, 1],
    ["openai/gpt-4o", "o200k_base", true, 1],
    ["ft:gpt-4.1:acme", "o200k_base", true, 1],
    ["gpt-4-0613", "cl100k_base", true, 1],
    ["claude-sonnet-4-5", "o200k_base", false, 1.25],
    ["google/gemini-3-pro-preview", "o200k_base", false, 1.2],
    ["glm-4.7", "o200k_base", false, 1],
    [null, "o200k_base", false, 1],
  ])("knows %s", (model, id, exact, prior) => {
    expect(getTokenizer(model)).toEqual({ id, exact, prior });
  });
});

describe("countTokens", () => {
  it("counts as the public tokenizer does", () => {
    expect(countTokens("hello world", o200k)).toBe(2);
    expect(countTokens("", o200k)).toBe(0);
  });

  it("takes special tokens in content for the text that they are", () => {
    expect(countTokens("<|endoftext|>", o200k)).toBeGreaterThan(1);
  });

  it("counts an unbroken run in slices, close to the exact figure", () => {
    expect(countTokens("a".repeat(100_000), o200k)).toBeGreaterThan(12_000);
    expect(countTokens("a".repeat(100_000), o200k)).toBeLessThan(13_500);
  });

  it("counts an unbroken run in time that grows with its length", () =>
    expectLinear((times) => countTokens("a".repeat(64_000 * times), o200k)));

  it("counts a text the same whatever was counted before", () => {
    const text = "Nineteen unrepeatable marzipan potatoes. ".repeat(20);
    const first = countTokens(text, o200k);
    for (let i = 0; i < 60; i++) countTokens(randomBytes(30_000).toString("base64"), o200k);
    expect(countTokens(text, o200k)).toBe(first);
  });

  it("counts a text of megabytes by samples, within a few percent", () => {
    const line = "The order was shipped on Tuesday; the customer was told on Wednesday.\n";
    const text = line.repeat(20_000);
    const exact = countTokens(line.repeat(100), o200k) * 200;
    expect(countTokens(text, o200k) / exact).toBeCloseTo(1, 1);
  });

  it("is total over any string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => {
        const n = countTokens(text, o200k);
        return Number.isInteger(n) && n >= (text.length > 0 ? 1 : 0);
      }),
    );
  });
});
