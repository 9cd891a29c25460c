import { describe, expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import { listLedgerEntries } from "./ledger-entries";
import type { LedgerTableRow } from "./ledger-row";

const row = (id: string, parts: Partial<LedgerTableRow> = {}) =>
  partOf<LedgerTableRow>({
    key: id,
    id,
    group: null,
    groupValue: null,
    kind: "Tool result",
    decision: "excluded",
    mode: "excluded",
    reason: "truncated from the old end at turn 16",
    reasonFrom: "derived",
    size: 100,
    sizeFrom: "measured",
    ...parts,
  });
const rows = (number: number, parts?: Partial<LedgerTableRow>) =>
  Array.from({ length: number }, (_, i) => row(`${parts?.reason ?? "r"}${i}`, parts));
const all = { folds: true, toggled: new Set<string>(), asked: null, hasMore: false };
const lines = (...given: Parameters<typeof listLedgerEntries>) =>
  listLedgerEntries(...given).map((entry) => {
    if (entry.kind === "fold") return `${entry.isOpen ? "▾" : "▸"} ${entry.label}, ${entry.tokens}`;
    return entry.kind === "head" ? entry.label : entry.row.id;
  });

describe("the lines of the ledger's table", () => {
  it("are one for rows beside each other with one reason, with their number and their tokens", () => {
    expect(lines([row("a", { reason: "" }), ...rows(16), row("z", { reason: "other" })], null, all)).toEqual([
      "a",
      "▸ 16 × tool result, 1,600",
      "z",
    ]);
  });

  it("are all there when the fold is open, or when an address asks for one of its rows", () => {
    const toggled = new Set(["fold r0"]);
    const unfolded = ["▾ 4 × tool result, 400", "r0", "r1", "r2", "r3"];
    expect(lines(rows(4), null, { ...all, toggled })).toEqual(unfolded);
    expect(lines(rows(4), null, { ...all, asked: "r2" })).toEqual(unfolded);
    expect(lines(rows(4), null, { ...all, toggled, asked: "r2" })).toHaveLength(1);
  });

  it("stay as they are for three rows, without a reason, and where somebody filters", () => {
    expect(lines(rows(3), null, all)).toEqual(["r0", "r1", "r2"]);
    expect(lines(rows(5, { reason: "" }), null, all)).toHaveLength(5);
    expect(lines(rows(5), null, { ...all, folds: false })).toHaveLength(5);
  });

  it("never join what was decided differently, or what stands in two groups", () => {
    const included = rows(4, { decision: "included", mode: "full" });
    expect(lines([...rows(4), ...included], null, all)).toHaveLength(2);
    const grouped = (group: string) => rows(4, { group, groupValue: group });
    expect(lines([...grouped("one"), ...grouped("two")], { one: 4, two: 4 }, all)).toEqual([
      "one (4)",
      "▸ 4 × tool result, 400",
      "two (4)",
      "▸ 4 × tool result, 400",
    ]);
  });

  it("say at least in the last fold while more rows are still to be read", () => {
    const both = [...rows(4, { reason: "old" }), ...rows(4)];
    expect(lines(both, null, { ...all, hasMore: true })).toEqual([
      "▸ 4 × tool result, 400",
      "▸ at least 4 × tool result, at least 400",
    ]);
  });

  it("say a reason once, with what was decided before it", () => {
    const why = (parts: Partial<LedgerTableRow>) =>
      listLedgerEntries(rows(4, parts), null, all).map((entry) => (entry.kind === "fold" ? entry.why : ""));
    expect(why({ reason: "budget: cut" })).toEqual(["excluded: budget: cut"]);
    expect(why({ mode: "compacted", reason: "compacted at turn 3" })).toEqual(["compacted at turn 3"]);
  });

  it("mark a sum as its least certain part", () => {
    expect(lines([...rows(3), row("x", { sizeFrom: "estimated" })], null, all)).toEqual([
      "▸ 4 × tool result, ~400",
    ]);
  });

  it("say at least where a size is not known, and never 0 for it", () => {
    expect(lines([...rows(3), row("x", { kind: "File", size: null })], null, all)).toEqual([
      "▸ 4 blocks, at least 300",
    ]);
    expect(lines(rows(4, { size: null }), null, all)).toEqual(["▸ 4 × tool result, size not known"]);
  });
});
