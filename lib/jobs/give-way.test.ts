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

  it("wait while sessions are derived, for nine times as long as the last of them took", () => {
    const way = new GiveWay(3);
    way.begin(ANALYSIS, 0)(100);
    const derived = way.begin(DERIVATION, 100);
    expect(way.forbidden(999)).toEqual([GIVES_WAY]);
    expect(way.forbidden(1_000)).toBeNull();
    const analysed = way.begin(ANALYSIS, 1_000);
    expect(way.forbidden(9_000)).toEqual([GIVES_WAY]);
    analysed(1_050);
    expect(way.forbidden(1_100)).toEqual([GIVES_WAY]);
    derived(1_110);
    expect(way.forbidden(1_209)).toEqual([GIVES_WAY]);
    expect(way.forbidden(1_210)).toBeNull();
  });

  it("wait a moment longer than derivations, which often go on", () => {
    const way = new GiveWay(3);
    way.begin(ANALYSIS, 0)(20);
    way.begin(DERIVATION, 20)(50);
    expect(way.forbidden(149)).toEqual([GIVES_WAY]);
    expect(way.forbidden(150)).toBeNull();
  });
});
