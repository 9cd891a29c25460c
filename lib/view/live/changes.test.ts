import { expect, it } from "vitest";
import { mergeChanges, replacePart } from "./changes";

it("takes two changes as one, from the first turn of either", () => {
  expect(mergeChanges({ fromTurn: 3, at: 1 }, { fromTurn: 7, at: 2 })).toEqual({ fromTurn: 3, at: 2 });
  expect(mergeChanges({ fromTurn: 3, at: 1 }, { fromTurn: null, at: 2 })).toEqual({ fromTurn: 3, at: 2 });
  expect(mergeChanges(null, { fromTurn: null })).toEqual({ fromTurn: null });
});

it("puts the part of a series that changed in place of what stood there", () => {
  const series = [0, 1, 2, 3].map((turn) => ({ turn, v: "old" }));
  const part = [2, 3, 4].map((turn) => ({ turn, v: "new" }));
  expect(replacePart(series, part, 2).map(({ turn, v }) => `${turn} ${v}`)).toEqual([
    "0 old",
    "1 old",
    "2 new",
    "3 new",
    "4 new",
  ]);
});
