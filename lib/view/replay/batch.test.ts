import type { ReplayResultInput } from "../answers";
import { expect, it } from "vitest";
import { listBatchRows, describeBatchSentence, buildBatchTable } from "./batch";
import type { ReplayBatchItem } from "./batch";
import { partOf } from "@/lib/testing/part-of";

const ITEMS: readonly ReplayBatchItem[] = [
  item("one", [result(1, 100), result(0, 150)]),
  item("two", [result(0, 80), result(2, 80)]),
  { id: "three", name: "three", state: "failed", message: "nothing to replay", replay: null },
];

it("has each figure before and after, and whether the change is better", () => {
  const [one, two, three] = listBatchRows(ITEMS);
  expect(one?.changes.slice(0, 3).map(({ text, better }) => [text, better])).toEqual([
    ["1 → 0", true],
    ["75% → 100%", true],
    ["0", null],
  ]);
  expect(two?.changes[0]).toMatchObject({ text: "0 → 2", better: false });
  expect(three).toMatchObject({ changes: [], message: "nothing to replay", run: null });
});

it("counts only finished sessions", () => {
  expect(describeBatchSentence(listBatchRows(ITEMS))).toBe(
    "2 of 3 sessions replayed: fewer uses without evidence in 1, more in 1; +1 of these uses and +50 tokens sent in all.",
  );
  expect(describeBatchSentence(listBatchRows([]))).toBe("0 sessions, none replayed yet.");
});

it("exports a dash for unfinished sessions", () => {
  const { columns, rows } = buildBatchTable(listBatchRows(ITEMS));
  expect(rows.every((cells) => cells.length === columns.length)).toBe(true);
  expect(rows[2]?.slice(2).every((cell) => cell === null)).toBe(true);
});

function item(id: string, results: readonly ReplayResultInput[]): ReplayBatchItem {
  return {
    id,
    name: id,
    state: "done",
    message: "",
    replay: { id: `rep_${id}`, results, request: { policies: [] } },
  };
}

function result(dangling: number, tokensSent: number): ReplayResultInput {
  return partOf<ReplayResultInput>({
    policy: { kind: "none", title: "Append only", options: {} },
    session: "replayed",
    summary: {
      turns: 1,
      peak: tokensSent,
      peakTurn: 0,
      mean: tokensSent,
      tokensSent,
      price: null,
      evictions: 0,
      compactions: 0,
      dangling,
      unrestorable: 0,
      duplicatesAvoided: 0,
      duplicatesCaused: 0,
      constraintsLost: 0,
      turnsOverBudget: 0,
      summarizerTokens: 0,
    },
    series: { turn: [0], tokens: [tokensSent], evictions: [0] },
    evidence: { counts: { live: 4 - dangling, pinned: 0, referenced: 0, refetched: 0, dangling } },
    warnings: [],
    notes: [],
  });
}
