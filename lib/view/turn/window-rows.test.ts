import type { StandingInput } from "../answers";
import { describe, expect, it } from "vitest";
import { computeSourceShares, listWindowRows } from "./window-rows";
import { partOf } from "@/lib/testing/part-of";

const entry = partOf<StandingInput>({
  blockId: "b",
  sourceKind: "tool_result",
  mode: "full",
  trust: "untrusted",
  tokens: 250,
  provenance: "estimated",
  enteredTurn: 3,
  toolName: "read",
  label: null,
  isError: false,
  media: null,
  preview: "text",
});

describe("windowRows", () => {
  it("name each block, its first turn and its share of the window", () => {
    expect(
      listWindowRows(
        [entry, { ...entry, enteredTurn: 5, tokens: null, provenance: "unavailable" }],
        5,
        1_000,
      ),
    ).toMatchObject([
      { position: 1, name: "read", tokens: "~250", share: 0.25, entered: "turn 3", isNew: false },
      { position: 2, tokens: "–", share: null, entered: "new", isNew: true },
    ]);
  });

  it("name what has no text", () => {
    expect(listWindowRows([{ ...entry, preview: "", media: { image: 2 } }], 5, null)[0]?.preview).toBe(
      "(2 images)",
    );
  });
});

describe("sourceShares", () => {
  it("rank groups and put the residual last, under its name", () => {
    const shares = computeSourceShares({ tool_result: 600, tool_call: 100, thinking: 100 }, 200, 1_000, {
      tool_result: 1,
    });
    expect(shares.map((s) => [s.label, s.tokens, s.shareText])).toEqual([
      ["Tool results", "600", "60%"],
      ["Assistant", "200", "20%"],
      ["Not recorded", "200", "20%"],
    ]);
  });

  it("add up to 100%, also where sizes are estimated too high", () => {
    const thirds = computeSourceShares({ tool_result: 1, user_message: 1, thinking: 1 }, null, 3, {});
    expect(thirds.map((s) => s.shareText).toSorted()).toEqual(["33%", "33%", "34%"]);
    const high = computeSourceShares({ tool_result: 900, user_message: 300 }, -200, 1_000, {});
    expect(high.map((s) => [s.label, s.tokens, s.shareText])).toEqual([
      ["Tool results", "900", "75%"],
      ["User", "300", "25%"],
      ["Estimated too high by", "200", "–"],
    ]);
    expect(high.at(-1)?.title).toContain("more than the provider counted");
    expect(computeSourceShares({ tool_result: 999, user_message: 1 }, 0, 1_000, {})[1]?.shareText).toBe(
      "<1%",
    );
  });
});
