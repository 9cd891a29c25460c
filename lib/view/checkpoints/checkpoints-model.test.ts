import type { CheckpointFact } from "../answers";
import { describe, expect, it } from "vitest";
import { buildCheckpointsModel } from "./checkpoints-model";

const CHECKPOINT: CheckpointFact = {
  turn: 7,
  blockId: "state",
  entries: [
    { field: "task", text: "Refund it", isEnough: true },
    { field: "decisions", text: '[{"decision":"use the form"}]', isEnough: false },
    { field: "plan", text: null, isEnough: false },
  ],
  window: 45_000,
  budget: 60_000,
  turnsLeft: 5,
  turnsNeeded: 3,
  restarts: [
    {
      turn: 8,
      reason: "budget",
      items: [
        { what: "constraint", text: "Never pay twice", blockId: "rules", outcome: "kept" },
        { what: "ruled out", text: "The form is down", blockId: null, outcome: "lost" },
      ],
    },
  ],
};
const of = (...checkpoints: CheckpointFact[]) =>
  buildCheckpointsModel({ analysed: true, analysedAsOfTurn: 9, pending: null, checkpoints }, "/sessions/s");

describe("the checkpoints of a session", () => {
  it("say whether each field of the state is enough", () => {
    expect(of(CHECKPOINT).rows[0]?.fields.map(({ word }) => word)).toEqual([
      "there",
      "not enough",
      "missing",
    ]);
  });

  it("say how full the window was, and whether the turns left were enough", () => {
    expect(of(CHECKPOINT).rows[0]?.facts.map(({ value }) => value)).toEqual([
      "45,000 (75% of the budget)",
      "5",
      "3",
      "not needed",
    ]);
    const open = of({ ...CHECKPOINT, turnsNeeded: null }).rows[0];
    expect(open?.facts.at(-1)).toEqual({ label: "Turns that followed", value: "not over" });
  });

  it("begin with how many there were, and what the restarts lost", () => {
    expect(of(CHECKPOINT).summary).toBe("1 checkpoint, 1 restart: the restart at turn 8 lost 1 of 2 things.");
    expect(of({ ...CHECKPOINT, restarts: [] }).summary).toBe("1 checkpoint, 0 restarts.");
  });

  it("compare the state before and after a restart, lost items first", () => {
    const [restart] = of(CHECKPOINT).rows[0]?.restarts ?? [];
    expect(restart?.summary).toBe("budget. Of 2 things to carry over, 1 kept, 0 in other words, 1 lost.");
    expect(restart?.items.map(({ outcome, href }) => [outcome, href])).toEqual([
      ["lost", null],
      ["kept", "/sessions/s/blocks/rules?value=Never%20pay%20twice"],
    ]);
  });

  it("explain an empty list", () => {
    expect(of().empty?.title).toBe("No checkpoint");
    expect(
      buildCheckpointsModel(
        {
          analysed: false,
          analysedAsOfTurn: null,
          pending: { what: "findings", since: "2026-01-01T12:00:00.000Z" },
          checkpoints: null,
        },
        "",
      ).empty?.text,
    ).toContain("being worked out since 12:00:00 UTC");
  });
});
