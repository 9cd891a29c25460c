import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSearchWords } from "./search-words";
import { hasWords, placeOfWords } from "./find-words";
import { computeWordBits, WORD_BITS, WordFilter } from "./word-filter";
import { foldText, listWordsInOrder } from "./words";

const TEXT = 'The order LMP-114 left on 2026-11-23: see src/ship.ts, "Grüße" from Ödön, naïve 𝒜b 🎉done';

describe("words of a text", () => {
  it("are its runs of letters, digits and marks", () => {
    expect(listWordsInOrder(TEXT)).toEqual(
      "The order LMP 114 left on 2026 11 23 see src ship ts Grüße from Ödön naïve 𝒜b done".split(" "),
    );
    expect(listWordsInOrder("foo_bar don't 1.5 \ud800x")).toEqual(["foo", "bar", "don", "t", "1", "5", "x"]);
    expect(listWordsInOrder(" -–…🎉 ")).toEqual([]);
  });
});

describe("a search in the words of a text", () => {
  it.each([
    ["order", true],
    ["ORDER left", true],
    ["left order", true],
    ["orde", false],
    ["rder", false],
    ["order right", false],
    ["LMP-114", true],
    ["114-LMP", false],
    ["114 LMP", true],
    ['"order LMP"', true],
    ['"order 114"', false],
    ['"ORDER  lmp 114', true],
    ["ship.ts", true],
    ["src/ship.ts", true],
    ["2026-11", true],
    ["grüsse or GRÜSSE", false],
    ["GRÜßE", true],
    ["ödön", true],
    ["nowhere or order", true],
    ["nowhere OR elsewhere", false],
    ["order or", true],
    ["order -left", false],
    ["order -right", true],
    ['order -"left on"', false],
    ['order -"on left"', true],
    ["-nowhere", true],
    ["-order", false],
    ["𝒜B", true],
    ["b", false],
    ["done", true],
  ])("%s: %s", (typed, expected) => {
    expect(hasWords(TEXT, parseSearchWords(typed))).toBe(expected);
  });

  it("asks for nothing where no word is typed", () => {
    for (const typed of ["", "  ", '"', '""', "-", "or", "…", "a & | !".replace("a", ""), "\0"])
      expect(parseSearchWords(typed)).toEqual([]);
  });

  it("finds every run of a text's words in it as a phrase", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(), fc.nat(6), (text, from, count) => {
        const words = listWordsInOrder(foldText(text));
        const phrase = words.slice(from % (words.length + 1)).slice(0, count + 1);
        if (phrase.length === 0) return;
        expect(hasWords(text, [[{ words: phrase, absent: false }]])).toBe(true);
        expect(hasWords(text, [[{ words: phrase, absent: true }]])).toBe(false);
      }),
    );
  });

  it("shows the place, cut where words end, with what was found marked", () => {
    const text = `${"before ".repeat(100)}the Needle, the hay and the needle${" after".repeat(200)}`;
    const place = placeOfWords(text, parseSearchWords('needle "the hay" -thread'));
    expect(place.runs.map(({ start, end }) => place.text.slice(start, end))).toEqual([
      "Needle",
      "the hay",
      "needle",
    ]);
    expect(place.text.length).toBeLessThan(400);
    expect(text).toContain(place.text);
    expect(place.text.trim()).toMatch(/^before .* after$/);
    expect(placeOfWords(text, parseSearchWords("-thread")).text).toMatch(/^before/);
    expect(placeOfWords("x".repeat(10_000), parseSearchWords("y")).text.length).toBeLessThan(1_000);
  });
});

function mayHave(words: Uint8Array, word: string): boolean {
  const { first, step } = computeWordBits(foldText(word));
  return WORD_BITS.every((i) => {
    const bit = (first + i * step) % (words.length * 8);
    return (((words[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
  });
}

describe("a filter of words", () => {
  it("misses no word of its texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const filter = new WordFilter();
        for (const text of texts) filter.add(text);
        const bytes = filter.packBytes();
        for (const word of texts.flatMap(listWordsInOrder)) expect(mayHave(bytes, word)).toBe(true);
      }),
    );
  });

  it("says of few other words that they may be there", () => {
    const filter = new WordFilter();
    filter.add(Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(" "));
    const others = Array.from({ length: 5_000 }, (_, i) => `other${i}`);
    const bytes = filter.packBytes();
    expect(bytes.length).toBe(5_000);
    expect(others.filter((word) => mayHave(bytes, word)).length).toBeLessThan(200);
  });
});
