import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import type { Turn } from "../trace/session";
import { sumOf } from "./bill-parts";
import type { ChargedPart, TurnRates } from "./money";
import { computeCostBetween } from "./money";
import { WindowLedger } from "./window-ledger";

/** The example of its head. */
const PARTS: readonly ChargedPart[] = [
  { to: 400, rate: 1, charge: "read" },
  { to: 650, rate: 12, charge: "written" },
  { to: Infinity, rate: 10, charge: "uncached" },
];
const RATES: TurnRates = {
  input: 700,
  parts: PARTS,
  read: 1,
  write: 12,
  inputCost: computeCostBetween(PARTS, 0, 700),
  outputCost: 0,
};

function openLedger() {
  const usage = { input: 700, cacheRead: 400, cacheWrite: 250, output: 0 };
  const { session } = foldRecording(
    trace("s")
      .turn((t) => t.user(300, "a").user(200, "b"))
      .turn((t) => t.user(100, "c").with({ usage }))
      .turn((t) =>
        t.user(50, "d").with({ usage: { input: 800, cacheRead: 700, cacheWrite: 100, output: 0 } }),
      )
      .events(),
  );
  const ledger = new WindowLedger(session, new Map());
  ledger.advance(0);
  ledger.close(0);
  ledger.advance(1);
  ledger.layOut(session.turns[1] as Turn);
  return { ledger, session, turn: session.turns[1] as Turn };
}

describe("the ledger of a window", () => {
  it("charges each block at the rate of its place", () => {
    const { ledger, session, turn } = openLedger();
    const { parts, input } = ledger.charge(turn, RATES, 600);
    ledger.close(1);
    expect([parts.residual, parts.carried, parts.rewritten, parts.new].map(sumOf)).toEqual([
      100, 300, 2_400, 1_100,
    ]);
    expect(input).toBe(3_900);
    expect(ledger.changes.get(1)).toBeUndefined();
    expect(session.blocks[session.residencies[ledger.brokenAt.get(1) ?? -1]?.block ?? -1]?.id).toBe("b");
  });

  it("puts what came unseen behind what stood there before, so that this is read", () => {
    const { ledger, session, turn } = openLedger();
    ledger.charge(turn, RATES, 600);
    ledger.close(1);
    const next = session.turns[2] as Turn;
    ledger.advance(2);
    ledger.layOut(next);
    const parts: readonly ChargedPart[] = [
      { to: 700, rate: 1, charge: "read" },
      { to: Infinity, rate: 12, charge: "written" },
    ];
    const charged = { ...RATES, input: 800, parts, inputCost: 700 + 100 * 12 };
    const { parts: paid, layout } = ledger.charge(next, charged, null);
    expect(layout).toEqual({ front: 100, end: 600, came: 50 });
    expect(paid.carried).toEqual({ read: 600, written: 0, uncached: 0 });
    expect(paid.new).toEqual({ read: 0, written: 600, uncached: 0 });
    expect(paid.residual).toEqual({ read: 100, written: 600, uncached: 0 });
    expect(ledger.standingBetween(next, { from: 0, to: 800 })).toEqual([{ from: 0, to: 700 }]);
  });

  it("tells of a range of the request what had stood there before", () => {
    const { ledger, turn } = openLedger();
    expect(ledger.standingBetween(turn, { from: 400, to: 600 })).toEqual([{ from: 400, to: 600 }]);
    expect(ledger.standingBetween(turn, { from: 400, to: 680 })).toEqual([{ from: 400, to: 600 }]);
    expect(ledger.standingBetween(turn, { from: 610, to: 680 })).toEqual([]);
  });
});
