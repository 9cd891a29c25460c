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

  it("says what was wanted again and how, or only how often where that is all that is known", () => {
    const one = partOf<NonNullable<CompactionInput["wanted"]>[number]>({ how: "fetched", tokens: 5 });
    const known = partOf<CompactionInput>({ ...cut(0, "compaction"), wanted: [one, one], wantedTotal: 2 });
    const { rows } = cutRows(
      partOf<CompactionsInput>({ compactions: [known, cut(1, "compaction")], currency: null }),
      90,
      null,
    );
    expect(rows.map((row) => row.needed)).toEqual(["2 calls fetched again what had left", "1 wanted again"]);
  });

  it("says when the one that an address would open is not there", () => {
    const input = partOf<CompactionsInput>({ compactions: [cut(0, "compaction")], currency: null });
    expect(cutRows(input, 90, 0).missing).toBeNull();
    expect(cutRows(input, 90, null).missing).toBeNull();
    expect(cutRows(input, 90, 9).missing).toMatch(/not in this list/);
  });

  it("does not count the only one", () => {
    expect(whichOf([cut(0, "compaction"), cut(1, "restart")])).toEqual([null, null]);
  });

  it("leaves out the clearings of which least was wanted again, but not the open one", () => {
    const clearings = Array.from({ length: 9 }, (_, no) => ({ ...cut(no, "clearing"), wantedTotal: 9 - no }));
    const input = partOf<CompactionsInput>({
      compactions: [...clearings, cut(9, "compaction")],
      currency: null,
    });
    const shown = (open: number | null) => cutRows(input, 100, open).first.map(({ no }) => no);
    expect(shown(null)).toEqual([0, 1, 2, 3, 4, 9]);
    expect(shown(7)).toEqual([0, 1, 2, 3, 4, 7, 9]);
    expect(cutRows(input, 100, null).rows).toHaveLength(10);
    expect(cutRows(input, 100, null).title).toBe("Compactions and clearings");
  });
});
