import { describe, expect, it } from "vitest";
import { causeSentence, groupCauses, partsWords } from "./group-causes";

const found = (id: string, code: string, cause: string | null, tokens?: number, about?: string) => ({
  id,
  code,
  cause,
  about: about ?? null,
  numbers: tokens === undefined ? {} : { tokens },
});

describe("findings by their cause", () => {
  it("are told once, with what came of it and what that cost", () => {
    const groups = groupCauses([
      found("silent", "eviction.silent", "silent", 82_000),
      found("again1", "refetch.after_eviction", "silent", 9_000, "a.ts"),
      found("again2", "refetch.after_eviction", "silent", 11_600, "b.ts"),
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
    expect(partsWords(groups[0]?.parts ?? [])).toMatch(
      /^with it: 2 × .+ \(20,600 tokens\): a\.ts, b\.ts; 1 × [^:]+$/,
    );
    expect(partsWords(groups[1]?.parts ?? [])).toBe("");
  });

  it("name so much of what they are about that nobody has to look for it, and nothing twice", () => {
    const read = ["a.ts", "b.ts", "a.ts", "c.ts", "d.ts"].map((about, no) =>
      found(`again${no}`, "refetch.after_eviction", "silent", undefined, about),
    );
    const [group] = groupCauses([found("silent", "eviction.silent", "silent"), ...read]);
    expect(group?.parts.map(({ times, about }) => [times, about])).toEqual([[5, ["a.ts", "b.ts", "c.ts"]]]);
    expect(causeSentence("Three left.", group?.parts ?? [])).toMatch(
      /^Three left\. With it: 5 × .+: a\.ts, b\.ts, c\.ts\.$/,
    );
  });

  it("have one of their own where none is known, as in answers of before", () => {
    const before = { code: "context.spike", numbers: {} };
    expect(groupCauses([before, before, found("a", "call.loop", null)])).toHaveLength(3);
  });
});
