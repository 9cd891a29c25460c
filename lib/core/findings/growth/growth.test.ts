import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { DEFAULT_SETTINGS } from "../rule/settings";
import { budgetExceeded } from "./budget-exceeded";
import { budgetProjected } from "./budget-projected";
import { checkpointRepeated } from "./checkpoint-repeated";
import { checkpointTooEarly } from "./checkpoint-too-early";
import { toolResultsDominate } from "./tool-results-dominate";
import { turnsLeft } from "./turns-left";

const find = (builder: ReturnType<typeof trace>, rule: FindingRule, settings = {}) =>
  findAll(analyseRecording(foldRecording(builder.events())), { ...DEFAULT_SETTINGS, ...settings }, [rule])
    .findings;

const windows = (sizes: readonly number[], budget?: number) =>
  sizes.reduce(
    (builder, size) => builder.turn((t) => t.user("More.").usage(size, 200)),
    trace("s", budget === undefined ? {} : { budget }),
  );

describe("context.budget_projected", () => {
  it("names the call whose window and answer together are above the budget", () => {
    expect(find(windows([9_000, 9_900, 10_200], 10_000), budgetProjected)).toMatchObject([
      { from: 1, numbers: { input: 9_900, output: 200, projected: 10_100 } },
    ]);
  });

  it("needs a budget", () => {
    expect(find(windows([9_900]), budgetProjected)).toEqual([]);
  });
});

describe("context.budget_exceeded", () => {
  it("tells each run of turns above the budget once, with its peak", () => {
    expect(find(windows([11_000, 12_000, 5_000, 11_500], 10_000), budgetExceeded)).toMatchObject([
      { from: 0, to: 1, numbers: { peak: 12_000 } },
      { from: 3, to: 3, numbers: { peak: 11_500 } },
    ]);
  });
});

describe("context.tool_results_dominate", () => {
  const loop = (tokens: number) =>
    trace()
      .turn((t) => t.user(500).calls("search", {}, "c1"))
      .turn((t) => t.result("c1", tokens));

  it("says which share of the window tool results have", () => {
    expect(find(loop(9_500), toolResultsDominate)).toMatchObject([{ from: 1, numbers: { percent: 95 } }]);
  });

  it("does not speak of small windows", () => {
    expect(find(loop(4_000), toolResultsDominate)).toEqual([]);
  });
});

describe("context.turns_left", () => {
  it("projects the growth of the last turns on what is left of the budget", () => {
    expect(find(windows([6_000, 7_000, 8_000], 10_000), turnsLeft)).toMatchObject([
      { from: 2, numbers: { left: 2, perTurn: 1_000 } },
    ]);
  });

  it("says nothing of a session that is over", () => {
    const over = windows([6_000, 7_000, 8_000], 10_000).event({ type: "session.ended", outcome: "ok" });
    expect(find(over, turnsLeft)).toEqual([]);
  });
});

describe("checkpoint.repeated", () => {
  const restarted = (turns: readonly number[]) =>
    turns.reduce((b, turn) => b.event({ type: "session.restarted", turn }), windows([1_000, 1_100, 1_200]));

  it("fires at the second restart", () => {
    expect(find(restarted([1, 2]), checkpointRepeated)).toMatchObject([{ from: 1, to: 2 }]);
    expect(find(restarted([1]), checkpointRepeated)).toEqual([]);
  });
});

describe("checkpoint.too_early", () => {
  const checkpoint = (size: number) =>
    windows([size], 10_000).event({ type: "checkpoint.taken", turn: 0, state: {} });

  it("fires while little of the budget is used", () => {
    expect(find(checkpoint(3_000), checkpointTooEarly)).toMatchObject([{ numbers: { percent: 30 } }]);
    expect(find(checkpoint(8_000), checkpointTooEarly)).toEqual([]);
  });

  it("fires when the session is expected to be over soon", () => {
    expect(find(checkpoint(8_000), checkpointTooEarly, { expectedTurns: 3 })).toMatchObject([
      { numbers: { remaining: 3 } },
    ]);
  });
});
