import { describe, expect, it } from "vitest";
import { makeProofHref } from "./links";

const at = (place: Partial<Parameters<typeof makeProofHref>[1]>) =>
  makeProofHref("s", { view: "turn", turn: null, block: null, ...place });

describe("the address of what proves a finding", () => {
  it("selects the lane and unfolds the compaction", () => {
    expect(at({ view: "evictions", turn: 4, block: "result:c1", compaction: 0 })).toBe(
      "/sessions/s/evictions?turn=4&sel=result%3Ac1&c=0",
    );
    expect(at({ view: "evictions", turn: 4, block: "a", value: "ab-12" })).toBe(
      "/sessions/s/evictions?turn=4&sel=a&value=ab-12",
    );
    expect(at({ view: "evictions", turn: 4 })).toBe("/sessions/s/evictions?turn=4");
  });

  it("names the words that are marked in a text", () => {
    expect(at({ view: "block", block: "sum", value: 'says "shipped"' })).toBe(
      "/sessions/s/blocks/sum?value=says+%22shipped%22",
    );
    expect(at({ view: "block", block: "sum" })).toBe("/sessions/s/blocks/sum");
  });

  it("marks the block of a turn, and selects the evidence of a plan", () => {
    expect(at({ view: "turn", turn: 4, block: "a", value: "x y" })).toBe(
      "/sessions/s/turns/4?sel=a&value=x+y",
    );
    expect(at({ view: "turn", turn: 4 })).toBe("/sessions/s/turns/4");
    expect(at({ view: "plan", turn: 4, block: "a" })).toBe("/sessions/s/plan?turn=4&sel=from%3Aa");
    expect(at({ view: "plan", turn: 4, block: "a", value: "x" })).toBe(
      "/sessions/s/plan?turn=4&sel=from%3Aa&value=x",
    );
  });

  it("marks the words of a checkpoint and of an answer to why, and the row of a ledger", () => {
    expect(at({ view: "checkpoints", turn: 4, value: "x" })).toBe("/sessions/s/checkpoints?turn=4&value=x");
    expect(at({ view: "why", turn: 4, block: "a", value: "x" })).toBe(
      "/sessions/s/why?turn=4&block=a&value=x",
    );
    expect(at({ view: "why", turn: 4, block: "a" })).toBe("/sessions/s/why?turn=4&block=a");
    expect(at({ view: "ledger", turn: 4, block: "a" })).toBe("/sessions/s/ledger?turn=4&sel=a");
  });

  it("is a turn of any other view", () => {
    expect(at({ view: "checkpoints", turn: 2 })).toBe("/sessions/s/checkpoints?turn=2");
    expect(at({ view: "plan", turn: 2 })).toBe("/sessions/s/plan?turn=2");
  });
});
