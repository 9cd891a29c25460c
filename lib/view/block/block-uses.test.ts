import type { BlockUseInput } from "../answers";
import { describe, expect, it } from "vitest";
import { buildBlockUses } from "./block-uses";
import { partOf } from "@/lib/testing/part-of";

const use = (turn: number, state: BlockUseInput["state"], step: string | null = null) =>
  partOf<BlockUseInput>({
    turn,
    state,
    step,
    blockId: "b",
    name: "get_order",
  });
const axis = { first: 0, span: 10 };

describe("blockUses", () => {
  it("says how often the block was gone when it was used", () => {
    const { summary, rows, marks } = buildBlockUses([use(3, "live"), use(7, "dangling", "refund")], 2, axis);
    expect(summary).toBe("Used 2 times, 1 of them when it was no longer in the window.");
    expect(rows.map(({ who, missing }) => [who, missing])).toEqual([
      ["step refund", true],
      ["get_order", false],
    ]);
    expect(marks.map(({ at }) => at)).toEqual([0.35, 0.75]);
  });

  it("distinguishes no use from an unknown one", () => {
    expect(buildBlockUses([], 0, axis).summary).toMatch(/^No later step/);
    expect(buildBlockUses(null, null, axis).summary).toMatch(/is still under way/);
    expect(buildBlockUses(undefined, null, axis).summary).toMatch(/not part of this view/);
  });

  it("says when more are known than listed", () => {
    expect(buildBlockUses([use(1, "live")], 300, axis).summary).toMatch(/The first 1 are listed/);
  });
});
