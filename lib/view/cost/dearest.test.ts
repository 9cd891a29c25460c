import { describe, expect, it } from "vitest";
import { demoStory } from "@/lib/demo";
import { buildAccount } from "@/lib/core/cost/account";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { CostInput } from "../answers";
import { listDearestLists } from "./dearest";

const GROUP = { blocks: 2, tokens: 10, cost: 1.5, new: 1, carried: 0.5, rewritten: 0, costAfterLastUse: 0 };

function inputOf(more: Partial<CostInput>): CostInput {
  return { currency: "USD", byTool: [], byFile: [], ...more } as unknown as CostInput;
}

describe("the dearest tools and files", () => {
  it("stand with the end of their path, and lead to their table", () => {
    const input = inputOf({ byFile: [{ name: "/home/me/project/src/main.ts", ...GROUP }] });
    expect(listDearestLists(input, "ses_1")).toEqual([
      {
        title: "Files by cost",
        href: "/sessions/ses_1/cost#files",
        rows: [{ name: "src/main.ts", whole: "/home/me/project/src/main.ts: 2 blocks", money: "$1.50" }],
      },
    ]);
  });

  it("are none without a price, and no files in an older view", () => {
    const older = { ...inputOf({ byTool: [{ name: "bash", calls: 3, ...GROUP }] }), byFile: undefined };
    expect(listDearestLists(inputOf({ currency: null }), "s")).toEqual([]);
    expect(listDearestLists(older as unknown as CostInput, "s").map(({ title }) => title)).toEqual([
      "Tools by cost",
    ]);
  });

  it("charge no file with more than its blocks cost", () => {
    const { byFile, bySource } = buildAccount({
      recording: foldRecording(demoStory("test-fixing")),
      evidence: { edges: [] },
    });
    const sum = (groups: readonly { cost: number }[]) => groups.reduce((all, { cost }) => all + cost, 0);
    expect(byFile.length).toBeGreaterThan(0);
    expect(sum(byFile)).toBeLessThanOrEqual(sum(bySource));
  });
});
