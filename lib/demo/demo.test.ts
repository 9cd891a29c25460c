import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { eightTurnLoop, LOOP_TABLE } from "./eight-turn-loop";
import { refund } from "./refund";

describe("the refund agent", () => {
  const session = foldSession(refund());

  it("takes its branch in the turn in which the order left the window", () => {
    const order = session.blocks.findIndex((block) => block.id === "result:order");
    const eviction = session.evictions.find((e) => e.block === order);
    const branch = session.records.find(
      ({ event }) => event.type === "plan.step" && event.step === "branch" && event.status === "started",
    );
    expect(eviction).toMatchObject({
      turn: 4,
      enteredTurn: 1,
      how: "removed",
      reenteredTurn: null,
      cause: { policy: "keep-last-tool-results", provenance: "reported" },
    });
    expect(branch?.turn).toBe(4);
    expect(session.meta.outcome).toBe("wrong");
  });

  it("has usage that its blocks nearly explain", () => {
    for (const turn of session.turns) expect(Math.abs(turn.window.residual ?? Number.NaN)).toBeLessThan(80);
  });
});

describe("the eight-turn loop", () => {
  const session = foldSession(eightTurnLoop());

  it("has exactly the totals of its table, and books without a residual", () => {
    expect(session.turns.map((turn) => turn.window.tokens)).toEqual(
      LOOP_TABLE.map((row) => ({ value: row.total, provenance: "measured" })),
    );
    expect(session.turns.map((turn) => turn.window.residual)).toEqual(LOOP_TABLE.map(() => 0));
  });

  it("ends with 88 % tool output", () => {
    const last = session.turns.at(-1)?.window;
    expect(Math.round((100 * (last?.bySource.tool_result ?? 0)) / (last?.tokens.value ?? 1))).toBe(88);
  });
});
