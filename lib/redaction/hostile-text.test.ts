import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { NO_CUSTOM_RULES } from "./custom";
import { maskTexts } from "./mask";

const filled = (part: string) => (chars: number) =>
  part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
const listed = (part: (i: number) => string) => (chars: number) =>
  Array.from({ length: Math.ceil(chars / 12) }, (_, i) => part(i))
    .join(" ")
    .slice(0, chars);
const shortName = (number: number) => `${number.toString(36).padStart(4, "q")}7`;
const SHORT = 20_000;

describe("a hostile text", () => {
  it.each([
    ["beginnings of tokens", filled("-eyJ")],
    ["addresses, each another", listed((i) => `user${i}@example.org`)],
    ["one letter", filled("a")],
    ["signs of addresses", filled("@")],
    ["names of passwords", filled('password="')],
    ["one password over and over", filled('password="kT5!pq9Z"\n')],
    ["short passwords, each another", listed((i) => `pwd=${shortName(i)}`)],
    ["backslashes", filled("\\")],
    ["escapes of escapes", filled("%25")],
    ["keys without an end", filled("-----BEGIN PRIVATE KEY-----")],
    ["base64", filled("QUJD")],
    ["addresses of machines", filled("://a:")],
    ["beginnings of keys", filled("sk-")],
    ["digits", filled("1 ")],
  ])(
    "is looked through in time that grows with its length only: %s",
    (_, text) =>
      expectLinear((times) =>
        maskTexts([{ place: "block 0", text: text(SHORT * times) }], {
          rules: NO_CUSTOM_RULES,
          reveal: new Set(),
        }),
      ),
    60_000,
  );
});

describe("many texts that hold one value", () => {
  const texts = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      place: `block ${i}`,
      text: `run ${i} with password="kT5!pq9Z" and go on`,
    }));

  it("are looked through in time that grows with their number only", async () => {
    await expectLinear((times) =>
      maskTexts(texts(1_000 * times), { rules: NO_CUSTOM_RULES, reveal: new Set() }),
    );
  }, 60_000);

  it("are all named", async () => {
    const many = texts(10_000);
    const { masked, hits } = await maskTexts(many, { rules: NO_CUSTOM_RULES, reveal: new Set() });
    expect(hits.find(({ value }) => value === "kT5!pq9Z")?.places).toHaveLength(many.length);
    expect(masked.filter((text) => text.includes("kT5!"))).toEqual([]);
  });
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
    const { masked } = await maskTexts(texts, { rules: NO_CUSTOM_RULES, reveal: new Set() });
    for (const line of key.slice(1))
      for (let at = 0; at + 6 <= line.length; at++)
        expect(masked.join("\n")).not.toContain(line.slice(at, at + 6));
    expect(masked[2]).toContain("and so on");
  });

  it("is masked in other cases and groups too, where a view cut it", async () => {
    const texts = [
      "pay to DE44 5001 0517 5407 3249 31 today",
      "the account de4450010517540…",
      "ANNA.BERG wrote",
      "anna.berg@example.org",
    ];
    const { masked } = await maskTexts(
      texts.map((text, i) => ({ place: `place ${i}`, text })),
      { rules: NO_CUSTOM_RULES, reveal: new Set() },
    );
    expect(masked[1]).not.toMatch(/\d/);
    expect(masked[2]).toMatch(/^█+ wrote$/);
  });
});
