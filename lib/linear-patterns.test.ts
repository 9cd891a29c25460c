import { describe, expect, it } from "vitest";
import { textOnWhichItGrows, worstSteps } from "./testing/patterns/growing";
import { findingsOf } from "./testing/patterns/remembered";
import type { WrittenPattern } from "./testing/patterns/in-source";
import { patternsInSource } from "./testing/patterns/in-source";

/**
 * Patterns whose steps grow faster than their text. Their callers cut the text to this many characters. A
 * pattern is named by its beginning.
 */
const CUT_BEFORE: readonly { readonly begins: string; readonly chars: number }[] = [
  // lib/core/evidence/values/numbers.ts, the digits of a number
  { begins: String.raw`\B(?=(?:\d{3})+$)`, chars: 22 },
  // lib/core/evidence/values/positions.ts, the name of a field, and what stands before a number
  { begins: String.raw`(?:^|[_\s])(?:offset|limit|`, chars: 80 },
  { begins: String.raw`["']?([A-Za-z_]\w*)["']?\s*[:=]`, chars: 24 },
  // lib/core/governance/memory-record.ts, the end of a value
  { begins: String.raw`\d{4}.{0,30}?(?:\s(?:to|until`, chars: 110 },
];
const STEPS_MAX = 1_000_000;
const boundOf = ({ source }: WrittenPattern) => CUT_BEFORE.find(({ begins }) => source.startsWith(begins));

describe("the regular expressions of the program", () => {
  const patterns = patternsInSource();

  it("take steps in proportion to any text", () => {
    const unbounded = patterns.filter((pattern) => boundOf(pattern) === undefined);
    const texts = findingsOf(unbounded, textOnWhichItGrows);
    const growing = unbounded.flatMap(({ file, source }, i) => {
      const text = texts[i] ?? null;
      return text === null ? [] : [`${file}: /${source}/ on ${JSON.stringify(text)}`];
    });
    expect(patterns.length).toBeGreaterThan(1_000);
    expect(growing).toEqual([]);
  }, 240_000);

  it("else take few steps on a text of the length that they are given", () => {
    const costly = patterns.flatMap((pattern) => {
      const bound = boundOf(pattern);
      const steps = bound === undefined ? 0 : worstSteps(pattern, bound.chars);
      return steps > STEPS_MAX ? [`${pattern.file}: ${steps}`] : [];
    });
    expect(costly).toEqual([]);
  });

  it("are all there that are said to need a shorter text", () =>
    expect(CUT_BEFORE.filter((cut) => !patterns.some((pattern) => boundOf(pattern) === cut))).toEqual([]));
});
