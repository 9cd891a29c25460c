import { expect, it } from "vitest";
import type { LaneRow } from "./rows";
import { cutIntoSheets } from "./sheets";

const group = (key: string): LaneRow => ({
  type: "group",
  key,
  label: key,
  detail: "",
  color: "",
  closed: false,
});
const lanes = (key: string, count: number): LaneRow[] =>
  Array.from({ length: count }, (_, i) => ({
    type: "lane",
    lane: { id: `${key}${i}` } as Extract<LaneRow, { type: "lane" }>["lane"],
    color: "",
  }));
const name = (row: LaneRow) => (row.type === "lane" ? row.lane.id : row.label);

it("puts every lane on a sheet once, below the heading of its group", () => {
  const rows = [group("A"), ...lanes("a", 4), group("B"), ...lanes("b", 1)];
  expect(cutIntoSheets(rows, 3).map((sheet) => sheet.map(name).join(" "))).toEqual([
    "A a0 a1",
    "A a2 a3",
    "B b0",
  ]);
});

it("cuts lanes without groups, and makes no sheet of nothing", () => {
  expect(cutIntoSheets(lanes("a", 3), 2).map((sheet) => sheet.map(name))).toEqual([["a0", "a1"], ["a2"]]);
  expect(cutIntoSheets([], 5)).toEqual([]);
});
