import { describe, expect, it } from "vitest";
import { GIVES_WAY, GiveWay } from "./give-way";

const ANALYSIS = { givesWay: true, isPressing: false };
const DERIVATION = { givesWay: false, isPressing: true };

describe("analyses", () => {
  it("leave room for one other job", () => {
    const way = new GiveWay(2);
    way.begin(ANALYSIS, 0);
    expect(way.forbidden(0)).toBeNull();
    const end = way.begin(ANALYSIS, 0);
    expect(way.forbidden(0)).toEqual([GIVES_WAY]);
    end(5);
    expect(way.forbidden(5)).toBeNull();
  });

  it("wait while sessions are derived, for three times as long as the last of them took", () => {
    const way = new GiveWay(3);
    way.begin(ANALYSIS, 0)(100);
    const derived = way.begin(DERIVATION, 100);
    expect(way.forbidden(399)).toEqual([GIVES_WAY]);
    expect(way.forbidden(400)).toBeNull();
    const analysed = way.begin(ANALYSIS, 400);
    expect(way.forbidden(9_000)).toEqual([GIVES_WAY]);
    analysed(450);
    expect(way.forbidden(500)).toEqual([GIVES_WAY]);
    derived(510);
    expect(way.forbidden(510)).toBeNull();
  });
});
