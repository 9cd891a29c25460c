import { describe, expect, it } from "vitest";
import { labelPlaces } from "./label-places";

const box = { top: 0, bottom: 400 };

describe("labels of points", () => {
  it("stand above their points where nothing is in the way", () => {
    expect(labelPlaces([{ x: 50, y: 100, text: "A" }], box)).toEqual([{ x: 50, y: 87, isFar: false }]);
  });

  it("never lie on each other, however close the points are", () => {
    const points = Array.from({ length: 20 }, (_, i) => ({
      x: 100 + (i % 3),
      y: 200 + (i % 2),
      text: `A ${i}`,
    }));
    const places = labelPlaces(points, box);
    for (const [i, a] of places.entries())
      for (const b of places.slice(i + 1)) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(12);
  });

  it("stay within the plot", () => {
    const places = labelPlaces(
      [
        { x: 10, y: 2, text: "A" },
        { x: 10, y: 3, text: "B" },
      ],
      box,
    );
    expect(places.every(({ y }) => y >= 0)).toBe(true);
  });
});
