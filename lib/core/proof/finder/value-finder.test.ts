import fc from "fast-check";
import { expect, it } from "vitest";
import { says } from "./says";
import { ValueFinder } from "./value-finder";

function found(values: readonly string[], text: string): string[] {
  const finder = new ValueFinder();
  for (const value of new Set(values)) finder.add(value);
  return finder.find(text).sort();
}

it.each([
  ["src/pay/refund.ts", "see /srv/app/src/pay/refund.ts:12", true],
  ["src/pay/refund.ts", "see refund.ts", false],
  ["src/pay/refund.ts", "see src/pay/refund.tsx", false],
  ["/home/me/src/pay/refund.ts", "in pay/refund.ts it says", true],
  ["C:\\Users\\me\\src\\pay\\refund.ts", "in pay/refund.ts it says", true],
  ["C:\\Users\\me\\src\\pay\\refund.ts", "in pay\\refund.ts it says", true],
  ["C:\\Users\\me\\src\\pay\\refund.ts", "in refund.ts it says", false],
  ["1284.5", "a total of 1.284,50 EUR", true],
  ["1284.5", "a total of 1,284.50", true],
  ["1284.5", "a total of 1284.51", false],
  ["12", "version 12.4", true],
  ["2026-03-04", "due on March 4, 2026", true],
  ["2026-03-04", "due on March 5, 2026", false],
  ["DE89 3704 0044 0532 0130 00", "iban de89370400440532013000.", true],
  ["+41 44 668 18 00", "call 0041 (0)44 668-18-00 today", true],
  ["+41 44 668 18 00", "call 0041 44 668-18-01 today", false],
  ["handleOrder", "the function handle_order", true],
  ["order 7", "border 7", false],
  ["->", "a -> b", false],
])("looks for %j in %j: %s", (value, text, isSaid) => {
  expect(found([value], text)).toEqual(isSaid ? [value] : []);
});

it("finds of many values at once what each is found to be said by itself", () => {
  const word = fc.constantFrom(
    ..."src pay refund.ts 12 12.50 1,250 1.250 0041 (0) 44 668 18 00 March 4 2026 -03-04 order Order the / - _ . DE89 3704".split(
      " ",
    ),
  );
  const written = (most: number) =>
    fc
      .array(fc.tuple(word, fc.constantFrom(" ", "", "/", "-", ".", ",", "_", "\n")), { maxLength: most })
      .map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(fc.array(written(5), { maxLength: 6 }), written(30), (values, text) => {
      const asked = [...new Set(values)].filter((value) => /[\p{L}\p{N}]/u.test(value));
      expect(found(asked, text)).toEqual(asked.filter((value) => says(text, value)).sort());
    }),
    { numRuns: 400 },
  );
});
