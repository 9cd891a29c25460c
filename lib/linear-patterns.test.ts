import { describe, expect, it } from "vitest";
import { textOnWhichItGrows } from "./testing/patterns/growing";
import { patternsInSource } from "./testing/patterns/in-source";

/**
 * Patterns whose steps grow faster than their text, and the longest text that they meet: each is given a text that was cut to this
 * length before.
 */
const CUT_BEFORE: readonly { readonly file: string; readonly source: string; readonly chars: number }[] = [];
const STEPS_MAX = 100_000;

const patterns = patternsInSource();

describe("the regular expressions of the program", () => {
  it("take steps in proportion to any text, so that no trace can keep a process busy", () => {
    const cut = new Set(CUT_BEFORE.map(({ source }) => source));
    const growing = patterns
      .filter(({ source }) => !cut.has(source))
      .flatMap((pattern) => {
        const text = textOnWhichItGrows(pattern);
        return text === null ? [] : [`${pattern.file}: /${pattern.source}/${pattern.flags} on ${JSON.stringify(text)}`];
      });
    expect(growing).toEqual([]);
  }, 240_000);
});
