import fc from "fast-check";
import { expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { findFileOfHeader } from "./index";

const PARTS = ["[File:", " ", "\n", "a.py", "(", "(5 lines total)]", "(12 lines total)]", "]"];

it("is what the vendor's expression captures", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 14 }), (parts) => {
      const text = parts.join("");
      expect(findFileOfHeader(text)).toBe(/\[File:\s+(.*)\s+\(\d+\s+lines total\)\]/.exec(text)?.[1]);
    }),
    { numRuns: 3_000 },
  );
});

it("takes time in proportion to the text, also where a header never ends", async () => {
  const text = (times: number) => `[File:${" ".repeat(20_000 * times)}x`;
  await expectLinear((times) => findFileOfHeader(text(times)));
  await expectLinear((times) =>
    findFileOfHeader(`${"[File: a".repeat(5_000 * times)} (5 lines total)\n[File: b (5 lines total)]`),
  );
});
