import { describe, expect, it } from "vitest";
import { groupCauses, partsWords } from "./group-causes";

const found = (id: string, code: string, cause: string | null, tokens?: number) => ({
  id,
  code,
  cause,
  numbers: tokens === undefined ? {} : { tokens },
});

describe("findings by their cause", () => {
  it("are told once, with what came of it and what that cost", () => {
    const groups = groupCauses([
      found("silent", "eviction.silent", "silent", 82_000),
      found("again1", "refetch.after_eviction", "silent", 9_000),
      found("again2", "refetch.after_eviction", "silent", 11_600),
      found("twice", "call.duplicate", "silent"),
      found("spike", "context.spike", "spike", 4_000),
    ]);
    expect(groups.map(({ lead, others }) => [lead.id, others.map(({ id }) => id)])).toEqual([
      ["silent", ["again1", "again2", "twice"]],
      ["spike", []],
    ]);
    expect(groups[0]?.parts.map(({ code, times, tokens }) => [code, times, tokens])).toEqual([
      ["refetch.after_eviction", 2, 20_600],
      ["call.duplicate", 1, null],
    ]);
    expect(partsWords(groups[0]?.parts ?? [])).toMatch(/^with it: 2 × .+ \(20,600 tokens\), 1 × /);
    expect(partsWords(groups[1]?.parts ?? [])).toBe("");
  });

  it("have one of their own where none is known, as in answers of before", () => {
    const before = { code: "context.spike", numbers: {} };
    expect(groupCauses([before, before, found("a", "call.loop", null)])).toHaveLength(3);
  });
});
