import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listRootKeys } from "./root-keys";

async function* inPieces(text: string, size: number) {
  await Promise.resolve();
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size);
}

describe("listRootKeys", () => {
  it("finds the outermost keys behind whatever stands in the values, in pieces of any size", async () => {
    const plainKey = fc
      .string({ unit: "grapheme-ascii", maxLength: 20 })
      .filter((key) => !/["\\\\]/.test(key));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(plainKey, fc.jsonValue(), { maxKeys: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (value, size) => {
          const text = JSON.stringify(value, null, size % 3);
          expect([...(await listRootKeys(inPieces(text, size)))].sort()).toEqual(Object.keys(value).sort());
        },
      ),
    );
  });

  it("stops where the object does", async () => {
    expect(await listRootKeys(inPieces('{"a": {"b": 1}} {"c": 2}', 3))).toEqual(new Set(["a"]));
  });
});
