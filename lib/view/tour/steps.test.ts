import { expect, it } from "vitest";
import { makeStepHref, findStep, TOUR } from "./steps";

it("has five steps, each an address that says which it is", () => {
  expect(TOUR).toHaveLength(5);
  for (const [i] of TOUR.entries())
    expect(findStep(new URL(makeStepHref(i), "http://x").searchParams.get("tour"))).toBe(i);
});

it("is left where an address names no step", () => {
  for (const text of [null, "", "0", "6", "x"]) expect(findStep(text)).toBeNull();
});
