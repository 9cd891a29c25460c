import { expect, it } from "vitest";
import { findFirstDivergence } from "./divergence";

const marks = (...keys: string[]) => keys.map((key, turn) => ({ turn, key, label: key }));

it("finds the first step at which two runs differ", () => {
  expect(findFirstDivergence(marks("read", "edit"), marks("read", "test"))).toMatchObject({
    same: 1,
    a: { turn: 1, key: "edit" },
    b: { turn: 1, key: "test" },
  });
});

it("says that one run ended where the other went on", () => {
  expect(findFirstDivergence(marks("read"), marks("read", "test"))).toMatchObject({ same: 1, a: null });
});

it("finds none between runs that do the same, or that do nothing", () => {
  expect(findFirstDivergence(marks("read", "test"), marks("read", "test"))).toBeNull();
  expect(findFirstDivergence([], [])).toBeNull();
});
