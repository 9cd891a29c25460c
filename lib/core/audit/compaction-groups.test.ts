import { describe, expect, it } from "vitest";
import type { SurvivalByKind } from "../compaction/kinds";
import { SURVIVAL_KINDS } from "../compaction/kinds";
import type { AuditedCompaction } from "./compaction-groups";
import { groupCompactions } from "./compaction-groups";

function survivalOf(before: number, lost: number, unreadable = 0): SurvivalByKind {
  const one = {
    before,
    inSummary: before - lost - unreadable,
    kept: 0,
    attached: 0,
    inNamedFile: 0,
    unreadable,
    lost,
  };
  return Object.fromEntries(SURVIVAL_KINDS.map((kind) => [kind, one])) as unknown as SurvivalByKind;
}
const one: AuditedCompaction = {
  session: "a",
  agent: "Claude Code 2.1.39",
  model: "m",
  currency: "USD",
  trigger: "automatic",
  survival: survivalOf(10, 5),
  price: { paid: 1, saved: 3, paidOffAfter: 4 },
};

describe("compactions of an audit", () => {
  it("are grouped by program, version, model and trigger", () => {
    const groups = groupCompactions([
      one,
      { ...one, session: "b", survival: survivalOf(10, 1), price: { paid: 2, saved: 0, paidOffAfter: null } },
      { ...one, trigger: "manual" },
      { ...one, agent: "Claude Code 2.2.0" },
    ]);
    expect(
      groups.map(({ program, version, trigger, compactions, sessions }) => [
        program,
        version,
        trigger,
        compactions,
        sessions,
      ]),
    ).toEqual([
      ["Claude Code", "2.1.39", "automatic", 2, 2],
      ["Claude Code", "2.1.39", "manual", 1, 1],
      ["Claude Code", "2.2.0", "automatic", 1, 1],
    ]);
    expect(groups[0]?.survival.path).toMatchObject({ hits: 14, n: 20, share: 0.7 });
    expect(groups[0]?.prices).toEqual([{ currency: "USD", compactions: 2, paid: 3, saved: 3, paidOff: 1 }]);
  });

  it("count what cannot be read beside the share, and nothing of a window that is not known", () => {
    const [group] = groupCompactions([
      { ...one, survival: survivalOf(10, 2, 6) },
      { ...one, survival: null, price: null },
    ]);
    expect(group).toMatchObject({ compactions: 2, unreadable: 6 * SURVIVAL_KINDS.length });
    expect(group?.survival.number).toMatchObject({ hits: 2, n: 4, share: 0.5, low: null });
  });
});
