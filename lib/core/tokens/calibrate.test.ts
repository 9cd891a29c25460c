import { describe, expect, it } from "vitest";
import { Calibrator } from "./calibrate";

function calibratorOf(...samples: [counted: number, measured: number][]) {
  const calibrator = new Calibrator();
  for (const [counted, measured] of samples) calibrator.add(counted, measured);
  return calibrator;
}

describe("Calibrator", () => {
  it("keeps to what was assumed before three samples", () => {
    expect(calibratorOf([1_000, 1_300], [2_000, 2_600]).computeFactor(1.25)).toBe(1.25);
  });

  it("learns the slope and is not moved by one odd delta", () => {
    const calibrator = calibratorOf([1_000, 1_200], [2_000, 2_400], [500, 600], [900, 1_700]);
    expect(calibrator.computeFactor(1)).toBe(1.2);
    expect(calibrator.computeMedianError(1.2)).toBe(0);
  });

  it("passes over deltas that say nothing: shrinking windows, tiny ones, other causes", () => {
    expect(calibratorOf([50, 60], [1_000, -20_000], [1_000, 9_000]).size).toBe(0);
  });
});
