import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { layOut, packBodies, packTexts, unpackedBodies, unpackTexts } from "./pack";

const LONG = "a line of a file that comes again and again\n".repeat(2_000);

it("gives texts back as they were, short and long ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.boolean(), async (some, isLong) => {
      const places = layOut(
        [...some, ...(isLong ? [LONG] : [])].map((text, i) => ({ hash: String(i), text })),
      );
      const run = unpackTexts(await packTexts(places));
      for (const { text, start, bytes } of places)
        expect(run.toString("utf8", start, start + bytes)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

it("gives bodies back as they were, short and long ones", async () => {
  for (const text of ["short", LONG]) {
    const bodies = [{ text }, { other: 1 }];
    expect([...unpackedBodies(await packBodies(bodies.map((body) => JSON.stringify(body))))]).toEqual(bodies);
  }
});

it("reads what is deflated, whatever its blocks are like", () => {
  const random = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919 + (i >> 3)) % 251));
  for (const bytes of [Buffer.from("x"), Buffer.from(LONG), random])
    for (const level of [0, 1, 4, 9])
      for (const strategy of [0, 2, 4])
        expect(unpackTexts(deflateRawSync(bytes, { level, strategy })).equals(bytes)).toBe(true);
});
