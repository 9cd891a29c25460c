import { describe, expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import type { CompactionInput, CompactionsInput } from "../answers";
import { cutRows } from "./cut-rows";

function cut(no: number, is: CompactionInput["is"]): CompactionInput {
  return partOf<CompactionInput>({
    no,
    is,
    turn: no * 10,
    trigger: "automatic",
    removed: 4,
    summaryBlockId: null,
    wanted: null,
    wantedTotal: 1,
    neededLater: 1,
    before: { value: 900, provenance: "measured" },
    after: { value: 90, provenance: "measured" },
    cause: { provenance: "reported", policy: null, rule: null, reason: null, numbers: {} },
  });
}

const whichOf = (cuts: readonly CompactionInput[]) =>
  cutRows(partOf<CompactionsInput>({ compactions: [...cuts], currency: null }), 90, null).rows.map(
    ({ which }) => which,
  );

describe("a line of the list of cuts", () => {
  it("says which of the compactions it is, clearings aside", () => {
    expect(whichOf([cut(0, "compaction"), cut(1, "clearing"), cut(2, "compaction")])).toEqual([
      "1 of 2",
      null,
      "2 of 2",
    ]);
  });

  it("says what somebody asked its summary to do", () => {
    const asked = { ...cut(0, "compaction"), instructions: "keep the ids" };
    const { rows } = cutRows(
      partOf<CompactionsInput>({ compactions: [asked, cut(1, "compaction")], currency: null }),
      90,
      null,
    );
    expect(rows.map((row) => row.asked)).toEqual(["asked: “keep the ids”", null]);
  });

  it("does not count the only one", () => {
    expect(whichOf([cut(0, "compaction"), cut(1, "restart")])).toEqual([null, null]);
  });
});
