import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../event";
import { foldSession } from "./fold";

const TEXT = "The order of Tuesday was shipped late, and nobody told the customer about it. ".repeat(20);

/**
 * Two requests of a model without a public tokenizer. The second request holds the first one's text and as much again.
 */
function run(fields: {
  reported?: { tokensSent: number; calls?: number };
  usage?: number;
  model?: string;
}): TraceEvent[] {
  const { reported, usage, model = "claude-3-opus-20240229" } = fields;
  const block = (id: string) => ({ id, kind: "user_message" as const, content: TEXT });
  return [
    { id: "s", session: "s", type: "session.started", at: 1, model, ...(reported && { reported }) },
    { id: "0", session: "s", type: "turn.recorded", turn: 0, at: 2, window: { entries: [block("a")] } },
    {
      id: "1",
      session: "s",
      type: "turn.recorded",
      turn: 1,
      at: 3,
      window: { entries: [block("a"), block("b")] },
      ...(usage !== undefined && { usage: { input: usage } }),
    },
  ];
}

const folded = (fields: Parameters<typeof run>[0]) => foldSession(run(fields));
const sent = (session: ReturnType<typeof folded>) =>
  session.turns.reduce((sum, { window }) => sum + (window.tokens.value ?? 0), 0);
const usual = sent(folded({}));

describe("a run that reports nothing but a sum", () => {
  it("calibrates its sizes by it, and says so", () => {
    const session = folded({ reported: { tokensSent: Math.round(usual * 1.1), calls: 2 } });
    expect(session.calibration).toMatchObject({ basis: "total of the run", samples: 0 });
    expect(Math.abs(sent(session) - usual * 1.1)).toBeLessThan(4);
    expect(session.turns[0]?.window.tokens.provenance).toBe("estimated");
  });

  it.each([
    ["is of other calls than are shown", { reported: { tokensSent: usual, calls: 3 } }, "model family"],
    ["is beyond what a tokenizer can explain", { reported: { tokensSent: usual * 9 } }, "model family"],
    [
      "stands beside a call that reports its own",
      { reported: { tokensSent: usual }, usage: 900 },
      "model family",
    ],
    [
      "is of a model whose tokenizer is public",
      { reported: { tokensSent: usual }, model: "gpt-4o" },
      "own tokenizer",
    ],
    ["is not there", {}, "model family"],
  ])("does not where the sum %s", (_, fields, basis) => {
    expect(folded(fields).calibration.basis).toBe(basis);
  });
});
