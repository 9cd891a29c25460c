import { describe, expect, it } from "vitest";
import type { BudgetHistory } from "./budget";
import { weighBudget } from "./budget";

const BUDGET = { tokens: 60_000, from: "recorded", share: null, window: null } as const;
const START: BudgetHistory = { firstTurn: 0, occupancy: [] };

function weigh(input: number | null, output: number | null, history = START, more: object = {}) {
  return weighBudget({
    history,
    usage: { input, output },
    incoming: 0,
    budget: BUDGET,
    contextWindow: null,
    spikeThreshold: 4_000,
    expectedTurns: null,
    ...more,
  });
}

describe("weighing a budget", () => {
  it("lays growth at the door of the turn that caused it, not of the one that shows it", () => {
    const first = weigh(1_200, 280);
    expect(first).toMatchObject({ turn: 0, delta: null, causedByTurn: null, spike: false });
    const second = weigh(6_480, 300, first.history);
    expect(second).toMatchObject({ turn: 1, delta: 5_280, causedByTurn: 0, spike: true });
    expect(second.warnings).toMatchObject([
      { code: "spike", message: expect.stringContaining("turn 0") as string },
    ]);
  });

  it("asks for a checkpoint by the next window, with what is known to come in", () => {
    const { history } = weigh(50_000, 0);
    expect(weigh(58_000, 2_000, history)).toMatchObject({ checkpointNeeded: false, room: 0 });
    expect(weigh(58_000, 2_001, history)).toMatchObject({ checkpointNeeded: true, room: -1 });
    const incoming = weigh(58_000, 100, history, { incoming: 5_000 });
    expect(incoming).toMatchObject({
      checkpointNeeded: true,
      projectedNext: { tokens: 63_100, provenance: "estimated" },
    });
  });

  it("claims nothing where the usage says nothing", () => {
    const { history } = weigh(10_000, 10);
    const silent = weigh(null, null, history);
    expect(silent).toMatchObject({ tokens: null, delta: null, projectedNext: null, checkpointNeeded: false });
    expect(weigh(30_000, 10, silent.history)).toMatchObject({ turn: 2, delta: null, spike: false });
  });

  it("warns of a pace that does not last as long as the task usually does", () => {
    let history = START;
    for (const tokens of [9_000, 18_000, 27_000]) history = weigh(tokens, 0, history).history;
    const early = weigh(36_000, 0, history, { expectedTurns: 12 });
    expect(early.warnings.map(({ code }) => code)).toContain("pace");
    const late = weigh(36_000, 0, { firstTurn: 7, occupancy: history.occupancy }, { expectedTurns: 12 });
    expect(late.turn).toBe(10);
    expect(late.warnings.map(({ code }) => code)).not.toContain("pace");
  });
});
