import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimit } from "./rate-limit";

describe("RateLimit", () => {
  it("takes twice a minute's worth at once, then says how long to wait", () => {
    const limit = new RateLimit(60);
    const answers = Array.from({ length: 121 }, () => limit.take("a", 0));
    expect(answers.slice(0, 120).every((wait) => wait === null)).toBe(true);
    expect(answers[120]).toBe(1);
    expect(limit.take("b", 0)).toBeNull();
    expect(limit.take("a", 1_000)).toBeNull();
  });

  it("never takes more than its rate allows, however the requests fall", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 400 }), (gaps) => {
        const limit = new RateLimit(60);
        let now = 0;
        let taken = 0;
        for (const gap of gaps) {
          now += gap;
          if (limit.take("a", now) === null) taken++;
        }
        expect(taken).toBeLessThanOrEqual(120 + now / 1_000 + 1e-6);
      }),
    );
  });
});
