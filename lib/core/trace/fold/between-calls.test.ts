import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../event";
import { Fold, foldSession } from "./fold";

function call(n: number): TraceEvent {
  const entries = Array.from({ length: n + 1 }, (_, i) => ({
    id: `b${i}`,
    kind: "user_message" as const,
    content: `words ${i}`,
  })).filter(({ id }) => n < 2 || id !== "b0");
  return {
    ...{ id: `turn-${n}`, session: "s", type: "turn.recorded", turn: n },
    ...{ at: n * 10_000, endedAt: n * 10_000 + 4_000, window: { entries } },
  };
}

const said = (second: number) => ({ id: `e-${second}`, session: "s", at: second * 1_000 });
const step = (second: number): TraceEvent => ({
  ...said(second),
  type: "plan.step",
  step: "one",
  status: "started",
});

function turnsOf(...events: TraceEvent[]): number[] {
  return foldSession([call(0), call(1), call(2), ...events]).records.map(({ turn }) => turn);
}

describe("an event that does not say its turn", () => {
  it.each([
    ["during a call, to that call", 12, 1],
    ["between two calls, to the next one", 16, 2],
    ["before all calls, to the first", -5, 0],
    ["behind all calls, to the last", 60, 2],
  ])("belongs, %s", (_, second, turn) => {
    expect(turnsOf(step(second))).toEqual([turn]);
  });

  it("belongs to the next call, whichever that is, when one was not received", () => {
    const { records } = foldSession([call(0), call(2), step(6)]);
    expect(records.map(({ turn }) => turn)).toEqual([2]);
  });

  it("does not outweigh one that says it", () => {
    expect(turnsOf({ ...step(16), turn: 0 } as TraceEvent)).toEqual([0]);
  });

  it.each([14.5, 11])("belongs to the next window when it is an eviction at second %d", (second) => {
    const eviction: TraceEvent = {
      ...said(second),
      type: "context.edited",
      how: "removed",
      blocks: ["b0"],
      policy: "keep-two",
    };
    const { evictions, warnings } = foldSession([call(0), call(1), call(2), eviction]);
    expect(evictions.map(({ turn, cause }) => [turn, cause.policy])).toEqual([[2, "keep-two"]]);
    expect(warnings).toEqual([]);
  });

  it("belongs to the next window when it is a restart", () => {
    const restart: TraceEvent = { ...said(12), type: "session.restarted" };
    const { records } = foldSession([call(0), call(1), call(2), restart]);
    expect(records.map(({ turn, event }) => [turn, "turn" in event && event.turn])).toEqual([[2, 2]]);
  });

  it("has the same turn whenever it comes, and is given again once when a later call takes it", () => {
    const fold = new Fold();
    fold.add([call(0)]);
    fold.takeGrowth();
    fold.add([step(6)]);
    expect(fold.takeGrowth().records.map(({ item }) => item.turn)).toEqual([0]);
    fold.add([step(7)]);
    expect(fold.takeGrowth().records).toHaveLength(1);
    fold.add([call(1)]);
    expect(fold.takeGrowth().records.map(({ item }) => item.turn)).toEqual([1, 1]);
    fold.add([call(2)]);
    expect(fold.takeGrowth().records).toEqual([]);
  });
});

describe("the window's division", () => {
  const division = (second: number, numbers: Record<string, number>): TraceEvent => ({
    ...said(second),
    type: "gate.checked",
    gate: "window",
    passed: true,
    numbers,
  });
  const ledger = (turn: number, phase: string, budgets: Record<string, number>): TraceEvent => ({
    ...{ ...said(turn * 10), type: "context.decided", turn, runId: "r", turnId: `t${turn}`, phase },
    ...{ sourceBudgets: budgets, included: [], excluded: [], compactions: [] },
  });

  it("reaches the session and every turn from the next call on", () => {
    const session = foldSession([
      ...[call(0), call(1), call(2)],
      division(6, {
        limit: 100_000,
        "budget.total": 90_000,
        "budget.tool_result": 20_000,
        "budget.notes": 5,
      }),
    ]);
    const budgets = {
      phase: null,
      total: 90_000,
      bySource: { tool_result: 20_000, notes: 5 },
      declaredTurn: 1,
    };
    expect(session.turns.map((turn) => turn.budgets)).toEqual([null, budgets, budgets]);
    expect(session.turns.map((turn) => turn.contextWindow)).toEqual([null, 100_000, 100_000]);
    expect(session.meta).toMatchObject({ contextWindow: 100_000, budget: 90_000, budgets });
  });

  it("takes the place of what ledgers declared for a phase, until one declares anew", () => {
    const session = foldSession([
      ...[call(0), call(1), call(2)],
      ledger(0, "explore", { memory: 1 }),
      division(6, { "budget.memory": 2 }),
      ledger(2, "explore", { memory: 3 }),
    ]);
    expect(session.turns.map((turn) => turn.budgets?.bySource.memory)).toEqual([1, 2, 3]);
  });
});
