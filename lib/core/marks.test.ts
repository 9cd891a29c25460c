import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listFreeMarks, MASK, restoreMarks, splitMarks } from "./marks";

const FREE = listFreeMarks(["\ue000"]);
const MARKS = new Map(FREE.slice(0, 3).map((mark, i) => [mark, i]));
const [a = "", b = ""] = FREE;
const texts = fc.string({ unit: fc.constantFrom("x", "1", " ", MASK, "\ue000", ...FREE.slice(0, 3)) });
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.constantFrom(null, 7),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(texts, tie("any"), { maxKeys: 4 }),
  ),
})).any;

describe("marks", () => {
  it("are taken from no text that is masked", () => {
    expect(FREE).not.toContain("\ue000");
    expect(new Set(FREE).size).toBe(FREE.length);
  });

  it("become what everybody sees, and say whose value each mask hides", () => {
    expect(splitMarks({ [`${a}!`]: [`x${a}${b}${b}`, MASK] }, MARKS)).toEqual({
      value: { [`${MASK}!`]: [`x${MASK.repeat(3)}`, MASK] },
      runs: [
        [0, 2],
        [1, 2],
        [-1, 1],
      ],
    });
  });

  it("come back where they were, whatever the value", () =>
    fc.assert(
      fc.property(json, (value) => {
        const { value: plain, runs } = splitMarks(value, MARKS);
        const served = JSON.parse(JSON.stringify(plain)) as unknown;
        const back = restoreMarks(served, runs, (hit) => FREE[hit]);
        expect(splitMarks(back, MARKS)).toEqual({ value: served, runs });
        expect(JSON.stringify(back).replaceAll(MASK, "").length).toBeLessThanOrEqual(
          JSON.stringify(value).replaceAll(MASK, "").length,
        );
      }),
    ));
});
