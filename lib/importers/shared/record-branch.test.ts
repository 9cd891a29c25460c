import { describe, expect, it } from "vitest";
import { splitBranches } from "./record-branch";

const KEYS = { id: "id", parent: "before" };

function split(...records: [id: string, before?: string][]) {
  const { branch, left } = splitBranches(
    records.map(([id, before]) => ({ id, before })),
    KEYS,
  );
  return [branch, left].map((list) => list.map(({ id }) => id).join(" "));
}

describe("records that name the one before", () => {
  it("are the branch that leads to the last, as in the example at the head of the file", () => {
    expect(split(["a"], ["b", "a"], ["c", "b"], ["d", "c"], ["e", "b"], ["f", "e"])).toEqual([
      "a b e f",
      "c d",
    ]);
  });

  it("go on from the record written before where they name nobody, or one that is not there", () => {
    expect(split(["a"], ["b", "lost"], ["c"])).toEqual(["a b c", ""]);
  });

  it("end where two name each other", () => {
    expect(split(["a", "b"], ["b", "a"], ["c", "c"])).toEqual(["a b c", ""]);
  });
});
