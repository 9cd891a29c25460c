import { describe, expect, it } from "vitest";
import { describeOrigin, groupPolicies } from "./policy-groups";
import type { ListedPolicy } from "./replay-input";

const policy = (kind: string, vendor: string, more: Partial<ListedPolicy> = {}): ListedPolicy => ({
  kind,
  vendor,
  version: "1",
  title: kind,
  source: "Its source.",
  checked: null,
  archived: null,
  options: {},
  configuration: null,
  ...more,
});

describe("the policies to choose from", () => {
  it("stand by whose they are, once a kind, and those of programs that are gone behind all others", () => {
    const groups = groupPolicies([
      policy("a", "X"),
      policy("b", "Y", { archived: "Y was shut down." }),
      policy("c", "X"),
      policy("c", "X", { version: "2" }),
      policy("d", "Z"),
    ]);
    expect(groups.map(({ label, policies }) => [label, policies.map(({ kind }) => kind)])).toEqual([
      ["X", ["a", "c"]],
      ["Z", ["d"]],
      ["Archived: the program is gone", ["b"]],
    ]);
  });

  it("have no group of archived ones where there are none", () => {
    expect(groupPolicies([policy("a", "X")]).map(({ label }) => label)).toEqual(["X"]);
  });

  it("say when they were checked and why their program is gone", () => {
    const checked = { on: "2026-01-02", against: "x@1" };
    expect(describeOrigin(policy("a", "X"))).toBe("Its source.");
    expect(describeOrigin(policy("a", "X", { checked, archived: "X was shut down." }))).toBe(
      "Its source. Checked on 2026-01-02 against x@1. X was shut down.",
    );
  });
});
