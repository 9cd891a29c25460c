import { expect, it } from "vitest";
import { describeSearched } from "./searched";

it("says that a search ended early, and nothing of one that did not", () => {
  expect(describeSearched("all")).toEqual([]);
  expect(describeSearched("part")[0]).toMatch(/stopped before the oldest sessions/);
});
