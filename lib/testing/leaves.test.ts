import { describe, expect, it } from "vitest";
import { type Leaf, describeDue, listLeaves } from "./leaves";

const leaf = (name: string, on: string | null, archived?: string): Leaf => ({
  sort: "format",
  name,
  checked: on === null ? null : { on, against: `${name}@1` },
  ...(archived !== undefined && { archived }),
});

describe("what is due to be checked", () => {
  it("is what a year has passed for, the oldest first, and what never was; not what is archived", () => {
    const leaves = [
      leaf("new", "2026-03-02"),
      leaf("late", "2026-02-28"),
      leaf("later", "2024-02-29"),
      leaf("own", null),
      leaf("gone", "2020-01-01", "It was shut down."),
    ];
    expect(describeDue(leaves, "2027-03-01")).toEqual([
      "format later: last checked on 2024-02-29 against later@1",
      "format late: last checked on 2026-02-28 against late@1",
      "format own: checked against nothing outside of this project",
      "5 leaves: 2 not checked for a year, 1 never, 1 archived.",
    ]);
  });

  it("is asked of every policy, format, dialect and rule, each by a name of its own and with a real day", () => {
    const leaves = listLeaves();
    expect(new Set(leaves.map(({ sort }) => sort))).toEqual(new Set(["policy", "format", "dialect", "rule"]));
    const names = leaves.map(({ sort, name }) => `${sort} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, checked } of leaves) {
      if (checked === null) continue;
      expect([name, new Date(checked.on).toISOString().slice(0, 10)]).toEqual([name, checked.on]);
      expect([name, checked.against.trim()]).not.toEqual([name, ""]);
    }
  });
});
