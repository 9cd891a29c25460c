import { describe, expect, it } from "vitest";
import { shareOfSessions } from "./clustered-share";

describe("a share over sessions", () => {
  it("has an interval as wide as sessions differ", () => {
    const far = shareOfSessions([
      { hits: 10, n: 100 },
      { hits: 90, n: 100 },
    ]);
    expect(far).toMatchObject({ share: 0.5, low: 0, high: 1 });
    const near = shareOfSessions([
      { hits: 48, n: 100 },
      { hits: 52, n: 100 },
    ]);
    expect(near.share).toBe(0.5);
    expect(near.low).toBeCloseTo(0.5 - 1.96 * 0.02, 3);
    expect(near.high).toBeCloseTo(0.5 + 1.96 * 0.02, 3);
  });

  it("has none of one session, and no share of nothing", () => {
    expect(
      shareOfSessions([
        { hits: 1, n: 4 },
        { hits: 0, n: 0 },
      ]),
    ).toMatchObject({ share: 0.25, low: null, high: null });
    expect(shareOfSessions([])).toMatchObject({ n: 0, share: null });
  });

  it("weighs sessions by what they have", () => {
    expect(
      shareOfSessions([
        { hits: 1, n: 1 },
        { hits: 0, n: 99 },
      ]).share,
    ).toBe(0.01);
  });
});
