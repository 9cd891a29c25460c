import { describe, expect, it } from "vitest";
import { carryResiduals } from "./carried";

const window = (residual: number | null, more = {}) => ({
  windowKnown: true,
  residual,
  modelChanged: false,
  ...more,
});

describe("The provider's overhead in a call without usage", () => {
  it("is that of the last call with usage", () => {
    expect(
      carryResiduals([window(null), window(40), window(null), window(null), window(50), window(null)]),
    ).toEqual([0, 0, 40, 40, 0, 50]);
  });

  it("is unknown after another model took over, and in a window that the source does not show", () => {
    expect(carryResiduals([window(40), window(null, { modelChanged: true }), window(null)])).toEqual([
      0, 0, 0,
    ]);
    expect(carryResiduals([window(40), window(null, { windowKnown: false }), window(null)])).toEqual([
      0, 0, 40,
    ]);
  });
});
