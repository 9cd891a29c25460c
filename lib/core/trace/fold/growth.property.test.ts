import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import type { TraceEvent } from "../event";
import type { Eviction, Residency, Session } from "../session";
import { isOfTurns } from "./finish";
import { Fold, foldSession } from "./fold";
import type { Growth, Placed } from "./growth";
import { mayComeLate } from "./records";

const RUNS = Number(process.env.SIGHTGLASS_TEST_RUNS ?? 99);

class Store {
  private turns: Session["turns"][number][] = [];
  private readonly lists = {
    blocks: [],
    residencies: [],
    compactions: [],
    repeats: [],
    records: [],
  } as Record<"blocks" | "residencies" | "compactions" | "repeats" | "records", unknown[]>;
  private evictions = new Map<number, Eviction>();
  private growth: Growth | null = null;

  write(growth: Growth): void {
    if (growth.anew) {
      this.turns = [];
      for (const list of Object.values(this.lists)) list.length = 0;
      this.evictions = new Map();
    }
    this.turns.push(...growth.turns);
    this.turns = this.turns.map((turn) => ({
      ...turn,
      toolCalls: growth.toolCalls.get(turn.index) ?? turn.toolCalls,
    }));
    put(this.lists.blocks, growth.blocks);
    for (const { no, item } of growth.residencies) {
      this.lists.residencies[no] = item.residency;
      if (item.eviction !== null) this.evictions.set(no, item.eviction);
    }
    put(this.lists.compactions, growth.compactions);
    this.lists.compactions.length = growth.totals.compactions;
    put(this.lists.repeats, growth.repeats);
    put(this.lists.records, growth.records);
    this.growth = growth;
  }

  stored(): object {
    const { totals } = this.growth ?? { totals: undefined };
    const residencies = (this.lists.residencies as Residency[]).filter(isOfTurns);
    const evictions = inOrder([...this.evictions.values()]);
    return { turns: this.turns, ...this.lists, residencies, evictions, totals };
  }
}

function inOrder(evictions: readonly Eviction[]): Eviction[] {
  return evictions.toSorted((a, b) => a.block - b.block || a.turn - b.turn);
}

function put(list: unknown[], items: Iterable<Placed<unknown>>): void {
  for (const { no, item } of items) list[no] = item;
}

function storedAtOnce(events: readonly TraceEvent[]): object {
  const fold = new Fold();
  fold.add(events);
  const store = new Store();
  store.write(fold.takeGrowth());
  return store.stored();
}

function ofSession(session: Session): object {
  const { turns, blocks, residencies, compactions, repeats, records } = session;
  return {
    turns,
    blocks,
    residencies,
    compactions,
    repeats,
    records,
    evictions: inOrder(session.evictions),
  };
}

describe("the growth of a folded session", () => {
  it("adds up to the session, whatever is taken in at once", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        arbitrarySession,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        (events, sizes) => {
          const fold = new Fold();
          const store = new Store();
          for (let i = 0, step = 0; i < events.length; step++) {
            const size = sizes[step % sizes.length] ?? 1;
            if (!fold.add(events.slice(i, i + size))) return;
            store.write(fold.takeGrowth());
            i += size;
            expect(store.stored()).toEqual(storedAtOnce(events.slice(0, i)));
          }
          compared++;
          expect(store.stored()).toMatchObject(ofSession(foldSession(events)));
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(RUNS * 0.9);
  });

  it("adds up to the session when records come late", () => {
    let late = 0;
    const shuffledRecords = arbitrarySession.chain((events) => {
      const [records, others] = [events.filter(mayComeLate), events.filter((event) => !mayComeLate(event))];
      return fc
        .shuffledSubarray(records, { minLength: records.length })
        .map((shuffled) => [others, ...shuffled.map((record) => [record])]);
    });
    fc.assert(
      fc.property(shuffledRecords, (batches) => {
        const fold = new Fold();
        const store = new Store();
        for (const batch of batches) {
          expect(fold.add(batch)).toBe(true);
          store.write(fold.takeGrowth());
        }
        late += batches.length - 1;
        expect(store.stored()).toEqual(storedAtOnce(batches.flat()));
      }),
      { numRuns: Math.round(RUNS / 3), endOnFailure: true },
    );
    expect(late).toBeGreaterThan(RUNS / 3);
  });
});
