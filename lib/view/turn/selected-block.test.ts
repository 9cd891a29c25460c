import { expect, it } from "vitest";
import { partOf } from "@/lib/testing/part-of";
import { describeSelected } from "./selected-block";
import type { TurnModel } from "./turn-model";

const model = (more: Partial<TurnModel> = {}): TurnModel =>
  partOf<TurnModel>({
    turn: 7,
    rows: [partOf<TurnModel["rows"][number]>({ blockId: "stays" })],
    output: [partOf<TurnModel["output"][number]>({ blockId: "said" })],
    departures: [
      partOf<TurnModel["departures"][number]>({
        blockId: "left",
        name: "Read a.ts",
        words: "cleared",
        cause: "tool results over 30k",
      }),
    ],
    moreDepartures: 0,
    page: null,
    ...more,
  });

it("says nothing of a block that is marked in the window or the answer", () => {
  expect([null, "stays", "said"].map((id) => describeSelected(model(), id))).toEqual([null, null, null]);
});

it("says that a block left at this turn, and how", () => {
  expect(describeSelected(model(), "left")).toBe(
    "Read a.ts left at this turn: cleared · tool results over 30k.",
  );
});

it("says of any other block only what is known", () => {
  expect(describeSelected(model(), "gone")).toBe("What this link selects is not in the window of turn 7.");
  expect(describeSelected(model({ moreDepartures: 9 }), "gone")).toMatch(/of which not all are listed/);
  const page = { words: "", previousOffset: null, nextOffset: 500 };
  expect(describeSelected(model({ page }), "gone")).toMatch(/not in this part of the window/);
});
