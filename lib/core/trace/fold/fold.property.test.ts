import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import type { TraceEvent } from "../event";
import type { Session } from "../session";
import { Fold, foldSession } from "./fold";
import { sumOccupancy } from "./occupancy";

const shuffled = (events: readonly TraceEvent[]) =>
  fc.shuffledSubarray([...events], { minLength: events.length });

/** Turns that another event of the same turn takes the place of. */
function listSuperseded(events: readonly TraceEvent[]): TraceEvent[] {
  const turns = events.filter((event) => event.type === "turn.recorded");
  return turns.filter((event, i) => turns.findIndex(({ turn }) => turn === event.turn) !== i);
}

describe("invariant 2: order and repetition do not matter", () => {
  it("the same events in any order, some of them twice, give the same session", () => {
    fc.assert(
      fc.property(
        arbitrarySession.chain((events) =>
          fc.tuple(fc.constant(events), shuffled(events), fc.subarray(events)),
        ),
        ([events, order, again]) => {
          expect(foldSession([...order, ...again])).toEqual(foldSession(events));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("invariant 3: incremental equals rebuilt", () => {
  it("events taken in batch by batch give the same session as all at once, or ask for a rebuild", () => {
    let incremental = 0;
    fc.assert(
      fc.property(arbitrarySession, fc.integer({ min: 1, max: 4 }), (events, size) => {
        const fold = new Fold();
        for (let i = 0; i < events.length; i += size) {
          if (!fold.add(events.slice(i, i + size))) return;
          fold.buildSession();
        }
        incremental++;
        expect(fold.buildSession()).toEqual(foldSession(events));
      }),
      { numRuns: 200 },
    );
    expect(incremental).toBeGreaterThan(190);
  });

  it("each event that is placed is a step of its own, and between steps other work can run", () => {
    fc.assert(
      fc.property(arbitrarySession, (events) => {
        const steps = new Fold().addInSteps(events);
        let taken = 0;
        while (steps.next().done !== true) taken++;
        expect(taken).toBe(events.length - listSuperseded(events).length);
      }),
    );
  });

  it("out of order, whatever is taken in is taken in as a rebuild would", () => {
    let incremental = 0;
    fc.assert(
      fc.property(arbitrarySession.chain(shuffled), fc.integer({ min: 1, max: 4 }), (events, size) => {
        const fold = new Fold();
        for (let i = 0; i < events.length; i += size) {
          if (!fold.add(events.slice(i, i + size))) return;
          expect(fold.buildSession()).toEqual(foldSession(events.slice(0, i + size)));
          incremental++;
        }
      }),
      { numRuns: 300 },
    );
    expect(incremental).toBeGreaterThan(300);
  });

  it("a late event is noticed", () => {
    fc.assert(
      fc.property(arbitrarySession, (events) => {
        const turns = events.filter((event) => event.type === "turn.recorded");
        fc.pre(turns.length > 1);
        const fold = new Fold();
        fold.add(turns.slice(1));
        expect(fold.add(turns.slice(0, 1))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

describe("invariant 4: the books balance", () => {
  it("blocks plus residual are the measured input of every turn that has one", () => {
    fc.assert(
      fc.property(
        arbitrarySession.map((events) => foldSession(events)),
        (session) => {
          for (const turn of session.turns) {
            const sum = Object.values(turn.window.bySource).reduce((a, b) => a + b, 0);
            const measured = turn.usage?.input ?? null;
            if (measured === null) expect(turn.window.residual).toBeNull();
            else expect(sum + (turn.window.residual ?? Number.NaN)).toBe(measured);
          }
        },
      ),
    );
  });

  it("a window's entries add up to its occupancy by source", () => {
    fc.assert(
      fc.property(
        arbitrarySession.map((events) => foldSession(events)),
        (session) => {
          const sums = sumOccupancy(
            session.turns.map((t) => t.index),
            session.residencies,
            session.blocks,
          );
          session.turns.forEach((turn, i) => expect(sumOfWindow(session, turn.index)).toBe(sums[i]?.tokens));
        },
      ),
    );
  });

  it("a block stands in a window if and only if no eviction has taken it since its last entry", () => {
    fc.assert(
      fc.property(
        arbitrarySession.map((events) => foldSession(events)),
        (session) => {
          for (const eviction of session.evictions.filter((e) => e.toMode === null)) {
            const residencies = session.residencies.filter((r) => r.block === eviction.block);
            expect(
              residencies.some((r) => r.from <= eviction.turn && (r.to === null || r.to >= eviction.turn)),
            ).toBe(false);
            expect(residencies.some((r) => r.from === eviction.reenteredTurn)).toBe(
              eviction.reenteredTurn !== null,
            );
          }
        },
      ),
    );
  });
});

function sumOfWindow(session: Session, turn: number): number {
  return session.residencies
    .filter((r) => r.from <= turn && (r.to === null || r.to >= turn))
    .reduce((sum, r) => sum + (session.blocks[r.block]?.versions[r.version]?.tokens ?? 0), 0);
}
