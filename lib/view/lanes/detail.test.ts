import { describe, expect, it } from "vitest";
import type { DepartureInput } from "../answers";
import { buildEvictionDetail, buildEvictionMarkdown } from "./detail";
import { partOf } from "@/lib/testing/part-of";

const eviction = partOf<DepartureInput>({
  turn: 5,
  blockId: "r1",
  sourceKind: "tool_result",
  toolName: "get_order",
  how: "cleared",
  toMode: "reference",
  tokensFreed: 2_100,
  enteredTurn: 2,
  reenteredTurn: null,
  refetchedTurn: 9,
  cause: {
    policy: "context-editing",
    rule: "clear_tool_uses",
    reason: null,
    numbers: { trigger: 30_000, ratio: 0.35 },
    provenance: "reported",
  },
  reference: { kind: "placeholder", text: "[cleared]\u202e" },
  restorable: false,
});

describe("an eviction in words", () => {
  it("says what, when, why, what was left and who wanted it", () => {
    const detail = buildEvictionDetail(eviction, "get_order", [7, 8]);
    expect(detail.sentence).toBe(
      "get_order came in at turn 2 and left at turn 5: cleared, a placeholder left, which freed 2,100 tokens. " +
        "By context-editing · clear_tool_uses. A placeholder was left, not sufficient to get it back. " +
        "Needed later, at turns 7, 8. Fetched again at turn 9.",
    );
    expect(detail.facts).toContainEqual({ label: "Trigger", value: "30,000" });
    expect(detail.facts).toContainEqual({ label: "Ratio", value: "0.35" });
    expect(detail.reference?.text).toBe("[cleared]⟦RLO⟧");
  });

  it("says so when nobody reported it and nothing was left", () => {
    const cause = {
      policy: null,
      rule: null,
      reason: null,
      numbers: null,
      provenance: "derived" as const,
      doubt: null,
    };
    const facts = { ...eviction, cause, reference: null, refetchedTurn: null, tokensFreed: null };
    expect(buildEvictionDetail(facts, "get_order", []).sentence).toBe(
      "get_order came in at turn 2 and left at turn 5: cleared, a placeholder left. " +
        "Seen by comparing the windows. Nothing was left in its place.",
    );
  });

  it("is inert as Markdown", () => {
    const detail = buildEvictionDetail(eviction, "<b>![x](http://y)</b>", []);
    expect(buildEvictionMarkdown([detail], "http://here")).toMatch(/^- \\<b\\>\\!\\\[x\\\]\\\(/);
  });
});
