import type { WindowInput } from "../answers";
import { describe, expect, it } from "vitest";
import { turnModel } from "./turn-model";
import { partOf } from "@/lib/testing/part-of";

const UNKNOWN = {
  input: null,
  uncached: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
};

function facts(turn: Partial<WindowInput["turn"]> = {}): WindowInput {
  return partOf<WindowInput>({
    turn: {
      turn: 3,
      at: null,
      model: null,
      contextWindow: null,
      windowKnown: true,
      windowProvenance: "measured",
      delta: null,
      deltaProvenance: "unavailable",
      causedByTurn: null,
      modelChanged: false,
      stopReason: null,
      error: null,
      phase: null,
      completeness: "complete",
      appliedEdits: null,
      usage: UNKNOWN,
      ...turn,
    },
    bySource: {},
    residual: null,
    windowTokens: null,
    provenance: "unavailable",
    blocksBySource: {},
    entries: [],
    offset: 0,
    total: 0,
    counts: { entered: 0, evictions: 0 },
    left: [],
    output: [],
    previousTurn: null,
    nextTurn: null,
  });
}

describe("what is to be known about a window before it is read", () => {
  it("is nothing where the request is what the model saw", () => {
    expect(turnModel(facts()).notices).toEqual([]);
    expect(turnModel(facts({ appliedEdits: [] })).notices).toEqual([]);
  });

  it("is that the provider counted less than what is listed", () => {
    const counted = (windowTokens: number, listed: number, delta: number | null): WindowInput => ({
      ...facts({ delta, deltaProvenance: delta === null ? "unavailable" : "measured" }),
      windowTokens,
      provenance: "measured",
      bySource: { tool_result: listed },
      residual: windowTokens - listed,
    });
    expect(turnModel(counted(850, 1_213, -850)).notices).toEqual([
      "The provider counted 850 tokens less than at the turn before, yet nothing is recorded as leaving. Not all that is listed here was sent: it counted 850 tokens, and the list below comes to 1,213.",
    ]);
    expect(turnModel(counted(850, 1_213, 0)).notices).toEqual([
      "Not all that is listed here was sent, or its sizes are estimated too high: the provider counted 850 tokens, and the list below comes to 1,213.",
    ]);
    expect(turnModel(counted(1_000, 1_100, -20)).notices).toEqual([]);
    const left = counted(850, 900, -850);
    expect(turnModel({ ...left, counts: { ...left.counts, evictions: 2 } }).notices).toEqual([]);
  });

  it("is that the provider edited the request, and which of the two is shown", () => {
    const appliedEdits = [{ type: "clear_tool_uses_20250919" }, { type: "clear_tool_uses_20250919" }];
    expect(turnModel(facts({ appliedEdits })).notices).toEqual([
      "The provider edited the request before the model saw it (clear_tool_uses_20250919). This is the window that the model saw; the request still held everything.",
    ]);
  });

  it("is that a client's cut is no eviction", () => {
    expect(turnModel(facts({ completeness: "client_truncated" })).notices[0]).toContain("was not evicted");
  });
});
