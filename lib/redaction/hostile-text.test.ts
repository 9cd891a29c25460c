import { describe, expect, it } from "vitest";
import { NO_RULES } from "./custom";
import { maskTexts } from "./mask";

const MILLION = 1_000_000;
const filled = (part: string, chars = MILLION) => part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
/** Five letters and digits, others for each number. */
const shortName = (number: number) => `${number.toString(36).padStart(4, "q")}7`;
const LONGEST_MS = 12_000;

describe("a text that is made to take long", () => {
  it.each([
    ["beginnings of tokens", filled("-eyJ")],
    ["twenty thousand addresses", Array.from({ length: 20_000 }, (_, i) => `user${i}@example.org`).join(" ")],
    ["one letter", filled("a")],
    ["signs of addresses", filled("@")],
    ["names of passwords", filled('password="')],
    ["one password over and over", filled('password="kT5!pq9Z"\n')],
    [
      "short passwords, each another",
      Array.from({ length: 60_000 }, (_, i) => `pwd=${shortName(i)}`).join(" "),
    ],
    ["backslashes", filled("\\")],
    ["escapes of escapes", filled("%25")],
    ["keys without an end", filled("-----BEGIN PRIVATE KEY-----")],
    ["base64", filled("QUJD")],
    ["addresses of machines", filled("://a:")],
    ["beginnings of keys", filled("sk-")],
    ["digits", filled("1 ")],
  ])(
    "is looked through in time that grows with its length only: %s",
    async (_, text) => {
      const began = performance.now();
      await maskTexts([{ place: "block 0", text }], NO_RULES, new Set());
      expect(performance.now() - began).toBeLessThan(LONGEST_MS);
    },
    60_000,
  );
});

describe("many texts that hold one value", () => {
  it("are looked through in time that grows with their number only, and are all named", async () => {
    const texts = Array.from({ length: 30_000 }, (_, i) => ({
      place: `block ${i}`,
      text: `run ${i} with password="kT5!pq9Z" and go on`,
    }));
    const began = performance.now();
    const { masked, hits } = await maskTexts(texts, NO_RULES, new Set());
    expect(performance.now() - began).toBeLessThan(LONGEST_MS);
    expect(hits.find(({ value }) => value === "kT5!pq9Z")?.places).toHaveLength(texts.length);
    expect(masked.filter((text) => text.includes("kT5!"))).toEqual([]);
  }, 60_000);
});

describe("what was found", () => {
  const key = [
    "-----BEGIN EC PRIVATE KEY-----",
    ...Array.from({ length: 4 }, (_, i) => `MHcCAQEEI${i}K7zP${"xQ9wR4tY".repeat(6)}${i}`),
  ];

  it("is masked where a preview folded its lines, where a quote begins within it, and where it is cut", async () => {
    const whole = key.join("\n");
    const folded = `${whole.replace(/\s+/g, " ").slice(0, 150)}…`;
    const quote = `…${(key[2] ?? "").slice(20, 50)} and so on`;
    const texts = [`the file:\n${whole}\n-----END EC PRIVATE KEY-----\n`, folded, quote].map((text, i) => ({
      place: `place ${i}`,
      text,
    }));
    const { masked } = await maskTexts(texts, NO_RULES, new Set());
    for (const line of key.slice(1))
      for (let at = 0; at + 6 <= line.length; at++)
        expect(masked.join("\n")).not.toContain(line.slice(at, at + 6));
    expect(masked[2]).toContain("and so on");
  });
});
