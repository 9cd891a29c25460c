import { expect, it } from "vitest";
import type { CostInput } from "../answers";
import { listLossMarkers, listLossMarks } from "./loss-marks";

const loss = {
  ...{
    turn: 9,
    before: 8,
    kept: 30_633,
    read: 9_120,
    lost: 21_513,
    rewritten: 18_951,
    cost: 0.1,
    extra: 0.1,
  },
  ...{ idleMs: 12_000, ttlMs: 300_000, at: { tokens: 9_120, blockId: "user-0" }, tools: null },
};
const breaks = (more: object) => ({ breaks: [{ ...loss, ...more }] as unknown as CostInput["breaks"] });

it("says between which tokens the cache was lost, and by which edit", () => {
  const edit = {
    blockId: "result:c0",
    source: "tool_result",
    label: "git log",
    how: "cleared",
    policy: null,
  };
  expect(listLossMarks(breaks({ cause: "window_edited", standing: "proved", edit }))).toEqual([
    {
      turn: 9,
      label:
        "turn 9: the cache was lost beyond token 9,120 of 30,633, the window was edited: git log was cleared",
      ...{ read: 9_120, kept: 30_633, block: "result:c0", isExplained: true },
    },
  ]);
});

it("names no block as the cause of a loss that nothing explains, only where the reading ended", () => {
  const [mark] = listLossMarks(breaks({ cause: "unexplained", standing: "suspected", edit: null }));
  expect(mark).toMatchObject({ block: "user-0", isExplained: false });
  expect(mark?.label).toMatch(/unexplained: nothing recorded changed$/);
  expect(listLossMarkers(mark === undefined ? [] : [mark])).toMatchObject([{ kind: "loss", turn: 9, x: 9 }]);
});

it("is empty while nothing is known", () => expect(listLossMarks({ breaks: null })).toEqual([]));
