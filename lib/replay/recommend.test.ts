import { describe, expect, it } from "vitest";
import { isRunIn, whyNotRunnable } from "@/lib/policies/contract/runs-on";
import { POLICIES } from "@/lib/policies/registry";
import { proposeChoices } from "./proposal";
import { chooseRecommendation, type RankedResult } from "./recommend";

const NOTHING = {
  turns: 1,
  peak: 100,
  peakTurn: 0,
  mean: 100,
  tokensSent: 100,
  price: 1,
  evictions: 0,
  compactions: 0,
  dangling: 0,
  unrestorable: 0,
  duplicatesAvoided: 0,
  duplicatesCaused: 0,
  constraintsLost: 0,
  turnsOverBudget: 0,
  turnsOverWindow: 0,
  summarizerTokens: 0,
  summarizerPrice: 0,
  mustKeep: { tasks: 0, constraints: 0, openSteps: 0 },
};

function result(
  kind: string,
  summary: Partial<RankedResult["summary"]>,
  notRunnable: string | null = null,
): RankedResult {
  return { policy: { kind, title: kind }, summary: { ...NOTHING, ...summary }, notRunnable };
}

const recorded = result("recorded", { dangling: 2 });

describe("a recommendation", () => {
  it("is what leaves the least evidence dangling, then the fewest results fetched again, rules gone and price", () => {
    const cheap = result("cheap", { dangling: 1, price: 0.1 });
    const dear = result("dear", { dangling: 0, price: 9 });
    const less = result("less", { dangling: 0, price: 8 });
    const again = result("again", { dangling: 0, price: 1, duplicatesCaused: 1 });
    const lost = result("lost", { dangling: 0, price: 1, constraintsLost: 1 });
    expect(chooseRecommendation([recorded, cheap, dear, less, again, lost])).toMatchObject({ result: 3 });
    expect(chooseRecommendation([recorded, cheap, dear, less, again, lost])?.reason).toBe(
      "less: no use without evidence instead of 2; as many results fetched again; no rules and goals gone; price +700 %; within the window on every turn.",
    );
  });

  it("is never what exceeds the window on a turn, or cannot run where the session ran", () => {
    const over = result("over", { turnsOverWindow: 1 });
    const foreign = result("foreign", {}, "It is another vendor's.");
    expect(chooseRecommendation([recorded, over, foreign])).toEqual({
      result: null,
      nearest: 1,
      reason:
        "None of these is better: 1 cannot run where this session ran, 1 would exceed the window. Nearest is over: no use without evidence instead of 2; as many results fetched again; no rules and goals gone; the same price; over the window on 1 turn.",
    });
  });

  it("is never what loses the task, a standing constraint or an open step, whatever it saves", () => {
    const nothing = { tasks: 0, constraints: 0, openSteps: 0 };
    const lossy = [{ tasks: 1 }, { constraints: 1 }, { openSteps: 2 }].map((lost) =>
      result("lossy", { dangling: 0, price: 0.01, mustKeep: { ...nothing, ...lost } }),
    );
    expect(chooseRecommendation([recorded, ...lossy])).toMatchObject({ result: null, nearest: 1 });
    expect(chooseRecommendation([recorded, ...lossy])?.reason).toBe(
      "None of these is better: 3 would lose what the session cannot do without. Nearest is lossy: no use without evidence instead of 2; as many results fetched again; loses the task; price −99 %; within the window on every turn.",
    );
    const safe = result("safe", { dangling: 1, price: 3 });
    expect(chooseRecommendation([recorded, ...lossy, safe])).toMatchObject({ result: 4, nearest: null });
  });

  it("is none where the recording is as good", () => {
    expect(chooseRecommendation([recorded, result("same", { dangling: 2 })])?.result).toBeNull();
    expect(chooseRecommendation([recorded, result("worse", { dangling: 3, price: 0 })])?.result).toBeNull();
    expect(chooseRecommendation([recorded, result("cheaper", { dangling: 2, price: 0.9 })])?.result).toBe(1);
  });

  it("needs the recording to be better than", () => {
    expect(chooseRecommendation([result("alone", {})])).toBeNull();
  });
});

describe("what is proposed for a session", () => {
  const place = { agent: null, format: null, models: [] };
  const kinds = (choices: ReturnType<typeof proposeChoices>) =>
    choices.map(({ kind, pin }) => (pin === true ? `${kind} pinned` : kind));

  it("is its own policy as stated, pinned and tuned, and the two baselines", () => {
    const policy = { kind: "swe-agent-last-n-observations", options: { n: 5 } };
    const choices = proposeChoices({ place, policy, peak: 50_000 });
    expect(choices[0]?.options).toEqual({ n: 5 });
    expect(choices[2]?.options).toEqual({ n: 10 });
    expect(kinds(choices)).toEqual([
      "swe-agent-last-n-observations",
      "swe-agent-last-n-observations pinned",
      "swe-agent-last-n-observations",
      "swe-agent-last-n-observations pinned",
      "front-truncation",
      "prose-summary",
    ]);
    expect(choices[4]?.options).toEqual({ maxTokens: 40_000 });
  });

  it("is first what its program states, also where it names a rule of its own", () => {
    const first = (policy: unknown) => proposeChoices({ place, policy, peak: 50_000 })[0];
    expect(first({ kind: "keep-last-tool-results", options: { keep: 3 } })).toMatchObject({
      kind: "keep-last-tool-results",
      options: { keep: 3 },
      pin: false,
    });
    expect(
      first({ kind: "our-pruner", options: { limits: { keep: { type: "tool_uses", value: 5 } } } }),
    ).toMatchObject({
      kind: "keep-last-tool-results",
      options: { keep: 5 },
    });
    expect(first({ kind: "our-pruner", options: { keep: "most" } })?.kind).toBe("front-truncation");
  });

  it("is the policy of its harness, else of its model's vendor, where it states none", () => {
    const own = (agent: string | null, models: string[]) =>
      proposeChoices({ place: { agent, format: null, models }, policy: null, peak: null })[0]?.kind;
    expect(own("Claude Code 2.1.0", ["claude-opus-4-5"])).toBe("claude-code-compaction");
    expect(own("Gemini CLI", ["gemini-3-pro"])).toBe("gemini-cli");
    expect(own("our agent", ["claude-opus-4-5"])).toBe("anthropic-clear-tool-uses");
    expect(own("pilot", ["gpt-5"])).toBe("front-truncation");
    expect(own("our agent", ["sonnet"])).toBe("anthropic-clear-tool-uses");
    expect(own("Roo Code", ["gpt-5"])).toBe("roo-context-management");
    expect(own("SWE-agent 1.0", ["gpt-5"])).toBe("swe-agent-last-n-observations");
    expect(own("mini-swe-agent", ["gpt-5"])).toBe("front-truncation");
  });

  it("is no policy of another version of the harness", () => {
    const place = { agent: null, format: "openhands_v1_events", models: [] };
    const runs = POLICIES.filter(
      ({ runsOn }) => runsOn !== undefined && whyNotRunnable(runsOn, place) === null,
    );
    expect(runs.map(({ kind }) => kind)).toEqual(["openhands-sdk-llm-summarizing"]);
    expect(
      POLICIES.filter(
        ({ runsOn }) =>
          runsOn !== undefined && isRunIn(runsOn, { ...place, agent: "OpenHands", format: null }),
      ).length,
    ).toBeGreaterThan(1);
  });

  it("pins the baselines where no policy is its own, and pins nothing beside what cannot", () => {
    expect(kinds(proposeChoices({ place, policy: null, peak: null }))).toEqual([
      "front-truncation",
      "front-truncation pinned",
      "prose-summary",
      "prose-summary pinned",
    ]);
    const policy = { kind: "anthropic-compact", options: {} };
    expect(kinds(proposeChoices({ place, policy, peak: null }))).not.toContain("anthropic-compact pinned");
  });
});
