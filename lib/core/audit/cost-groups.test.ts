import { describe, expect, it } from "vitest";
import type { BreakCause } from "../cost/break-causes";
import type { AuditedBill } from "./cost-groups";
import { groupCosts } from "./cost-groups";

const bill = (
  agent: string | null,
  own: number,
  losses: readonly (readonly [BreakCause, number])[] = [],
  tools: readonly (readonly [string, number])[] = [],
  currency: string | null = "USD",
): AuditedBill => ({
  agent,
  model: "m",
  summary: {
    currency,
    own,
    parts: { new: own, carried: 0, rewritten: 0, residual: 0, output: 0, other: 0 },
    calls: 2,
    callsTotal: 2,
    losses: losses.map(([cause, cost]) => ({ cause, times: 1, cost })),
    floorTokens: null,
    floorCost: 0,
    avoidable: 0,
    remedy: null,
    risk: null,
    tools: tools.map(([name, cost]) => ({ name, calls: 3, cost, costAfterLastUse: 0 })),
  },
});

describe("what sessions cost together", () => {
  it("is grouped by cause, program and version, model and tool, each with its sessions", () => {
    const { causes, programs, models, tools } = groupCosts([
      bill("Codex 1.0", 10, [["idle", 4]], [["exec", 5]]),
      bill(
        "Codex 1.0",
        10,
        [
          ["idle", 2],
          ["unexplained", 1],
        ],
        [["exec", 1]],
      ),
      bill("Codex 1.1", 20),
    ]);
    expect(causes.map(({ name, sessions, times, cost }) => [name, sessions, times, cost])).toEqual([
      ["idle", 2, 2, 6],
      ["unexplained", 1, 1, 1],
    ]);
    expect(causes[0]?.share.share).toBe(0.15);
    expect(programs.map(({ name, version, sessions, cost }) => [name, version, sessions, cost])).toEqual([
      ["Codex", "1.0", 2, 20],
      ["Codex", "1.1", 1, 20],
    ]);
    expect(programs[0]?.lost).toMatchObject({ hits: 7, n: 20, share: 0.35 });
    expect(models).toHaveLength(1);
    expect(tools).toMatchObject([{ name: "exec", sessions: 2, times: 6, cost: 6 }]);
  });

  it("has an interval as wide as sessions differ, and none of one session", () => {
    const { programs } = groupCosts([bill("a 1", 1), bill("a 1", 3), bill("b 1", 5)]);
    const [b, a] = programs.toSorted((x, y) => y.perSession.mean - x.perSession.mean);
    expect(b?.perSession).toEqual({ mean: 5, low: null, high: null });
    expect(a?.perSession.mean).toBe(2);
    expect(a?.perSession.low).toBeCloseTo(2 - 1.96, 2);
    expect(a?.perSession.high).toBeCloseTo(2 + 1.96, 2);
  });

  it("adds no two currencies, and leaves out what has no price", () => {
    const { models } = groupCosts([bill("a", 1), bill("a", 2, [], [], "EUR"), bill("a", 0, [], [], null)]);
    expect(models.map(({ currency, cost, sessions }) => [currency, cost, sessions])).toEqual([
      ["EUR", 2, 1],
      ["USD", 1, 1],
    ]);
  });
});
