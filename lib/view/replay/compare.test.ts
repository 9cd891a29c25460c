import { describe, expect, it } from "vitest";
import { UNSEEN_ID } from "@/lib/replay/windows/fixed-part";
import type { Lane, LaneResidency } from "../lanes/decode";
import { compareLanes, findModeAt, nextDifference, turnDifference } from "./compare";
import { compareTable } from "./compare-table";

const A = {
  firstTurn: 0,
  lastTurn: 5,
  lanes: [lane("goal", [0, null]), lane("order", [1, 2], [4]), lane("note", [2, null])],
};
const B = {
  firstTurn: 0,
  lastTurn: 5,
  lanes: [lane("goal", [0, null]), lane("order", [1, null]), lane("summary", [5, null])],
};

describe("two policies against each other", () => {
  const comparison = compareLanes(A, B);

  it("lists only what differs, what was needed after it left first", () => {
    expect(comparison.blocks.map(({ id, turnsOnlyA, turnsOnlyB }) => [id, turnsOnlyA, turnsOnlyB])).toEqual([
      ["order", 0, 3],
      ["note", 4, 0],
      ["summary", 0, 1],
    ]);
    expect(comparison.same).toBe(1);
  });

  it("goes from difference to difference and stays at the ends", () => {
    expect(comparison.turns).toEqual([2, 3, 4, 5]);
    expect(nextDifference(comparison, null, 1)).toBe(2);
    expect(nextDifference(comparison, 2, 1)).toBe(3);
    expect(nextDifference(comparison, 2, -1)).toBeNull();
  });

  it("says at a turn what only one of them has, and why the other has not", () => {
    const { onlyA, otherwise, onlyB } = turnDifference(comparison, 3);
    expect(onlyA.map(({ id, why }) => [id, why])).toEqual([["note", "never in the other"]]);
    expect(onlyB.map(({ id, why }) => [id, why])).toEqual([
      ["order", "removed in turn 3, nothing left in its place; needed in turn 4"],
    ]);
    expect(otherwise).toEqual([]);
  });

  it("leaves out the residual, which both sides have", () => {
    const replayed = { ...A, lanes: [...A.lanes, lane(UNSEEN_ID, [0, null])] };
    expect(compareLanes(A, replayed).turns).toEqual([]);
  });

  it("distinguishes a placeholder from the full block", () => {
    const trimmed = {
      ...lane("order", [1, 5]),
      residencies: [residency(1, 2), { ...residency(3, 5), mode: "reference" as const }],
    };
    const { turns, blocks } = compareLanes(
      { ...A, lanes: [trimmed] },
      { ...B, lanes: [lane("order", [1, null])] },
    );
    expect(turns).toEqual([3, 4, 5]);
    expect(findModeAt(blocks[0]?.a ?? [], 3)).toBe("reference");
    expect(turnDifference(compareLanes({ ...A, lanes: [trimmed] }, B), 3).otherwise[0]?.why).toBe(
      "reference in A, full in B",
    );
  });

  it("finds nothing between a session and itself", () => {
    expect(compareLanes(A, A)).toMatchObject({ blocks: [], turns: [], same: 3 });
  });

  it("leaves as a table with the turns in words", () => {
    expect(compareTable(comparison).rows[0]).toEqual(["order", "order", "1–2", "1–5", 0, 3, 10, "yes"]);
  });
});

function residency(from: number, to: number | null): LaneResidency {
  return { mode: "full", from, to, eviction: null };
}

function lane(
  id: string,
  [from, to]: readonly [number, number | null],
  neededAt: readonly number[] = [],
): Lane {
  const evictions =
    to === null
      ? []
      : [
          {
            turn: to + 1,
            how: "removed" as const,
            toMode: null,
            freed: 10,
            cause: null,
            provenance: "reported" as const,
            reference: null,
            restorable: false,
            reentered: null,
            refetched: null,
            refetchedAs: null,
            compaction: null,
            neededAt,
          },
        ];
  return {
    id,
    kind: "tool_result",
    tool: null,
    name: id,
    hint: "",
    tokens: 10,
    residencies: [residency(from, to)],
    evictions,
    missed: neededAt.length,
  };
}
