import { expect, it } from "vitest";
import { sizeBefore } from "./compaction-size";

it.each([
  ["the provider's figure where both are of the same window", 167_117, 166_874, 166_874],
  ["the reported figure where the last call held something else", 81_290, 10, 81_290],
  ["the reported figure alone", 142_431, undefined, 142_431],
  ["the last call alone", undefined, 500, 500],
])("takes %s", (_, reported, lastInput, expected) => {
  const size = sizeBefore(reported, lastInput);
  expect(size.tokensBefore).toBe(expected);
  expect(size.numbers?.reportedTokensBefore).toBe(reported);
});

it("says nothing where nothing is known", () => expect(sizeBefore(undefined, undefined)).toEqual({}));
