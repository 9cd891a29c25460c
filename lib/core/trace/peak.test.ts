import { describe, expect, it } from "vitest";
import type { Figure } from "./turn-figures";
import { findFullest } from "./peak";

const measured = (value: number | null): Figure => ({ value, provenance: "measured" });
const estimated = (value: number | null): Figure => ({ value, provenance: "estimated" });
const fullest = (...windows: readonly Figure[]) => findFullest(windows, (one) => one)?.value ?? null;

describe("the fullest window", () => {
  it("is the greatest that was measured, though an estimate stands above it, in any order", () => {
    expect(fullest(estimated(900), measured(500), estimated(950))).toBe(500);
    expect(fullest(measured(400), measured(500), estimated(501))).toBe(500);
  });

  it("is the greatest estimate where nothing was measured", () => {
    expect(fullest(estimated(900), estimated(950), estimated(null))).toBe(950);
  });

  it("is unknown where no size is, and a measured size that is not stated counts as none", () => {
    expect(fullest()).toBe(null);
    expect(fullest(measured(null), estimated(7), measured(null))).toBe(7);
  });
});
