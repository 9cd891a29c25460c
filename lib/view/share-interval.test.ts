import { expect, it } from "vitest";
import { shareInterval } from "./share-interval";

it.each([
  [2, 4, 0.15, 0.85],
  [0, 10, 0, 0.278],
  [10, 10, 0.722, 1],
  [500, 1_000, 0.469, 0.531],
  [0, 0, 0, 1],
])("%i of %i is a share of %f to %f", (hits, n, low, high) => {
  expect(shareInterval(hits, n).low).toBeCloseTo(low, 2);
  expect(shareInterval(hits, n).high).toBeCloseTo(high, 2);
});
