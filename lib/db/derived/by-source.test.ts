import fc from "fast-check";
import { expect, it } from "vitest";
import { KIND } from "./codes";
import { packBySource, unpackBySource } from "./by-source";

it("gives tokens per kind back, and takes five bytes for each kind that has some", () => {
  const tokens = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  const some = fc.dictionary(fc.constantFrom(...KIND.words), tokens, { noNullPrototype: true });
  fc.assert(
    fc.property(some, (bySource) => {
      const packed = packBySource(bySource);
      expect(packed.length).toBe(5 * Object.keys(bySource).length);
      const read = Buffer.concat([Buffer.from([9]), packed]).subarray(1);
      expect(unpackBySource(read)).toEqual(bySource);
    }),
  );
});

it("has the form that the migration gives to what was stored before", () => {
  expect(Buffer.from(packBySource({ thinking: 258, other: 1 })).toString("hex")).toBe("06000001020f00000001");
});
