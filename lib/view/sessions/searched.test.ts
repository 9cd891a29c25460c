import { expect, it } from "vitest";
import { searchedStatements } from "./searched";

it("says that a search ended early, and nothing of one that did not", () => {
  expect(searchedStatements("all")).toEqual([]);
  expect(searchedStatements("part")[0]).toMatch(/stopped before the oldest sessions/);
});
