import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { assert } from "@/lib/core/assert";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { choosePolicy, policyChoiceSchema } from "./choose-policy";
import { compare } from "./comparison";
import { demoStory } from "@/lib/demo";

const results = ["r0", "r1", "r2", "r3", "r4", "r5"];

function reading() {
  const story = trace("reading", { contextWindow: 100_000, model: "gpt-4.1" });
  story.turn((t) => t.user(100).calls("read", { path: "r0" }, "r0"));
  for (const [i, id] of results.entries())
    story.turn((t) => {
      t.result(id, 1_000);
      const next = results[i + 1];
      if (next === undefined) t.says("Done.");
      else t.calls("read", { path: next }, next);
    });
  return foldRecording(story.events());
}

function under(choice: object, recording = reading(), budget: number | null = null) {
  const chosen = choosePolicy(policyChoiceSchema.parse(choice));
  assert(chosen.ok, "the policy is known");
  const plans = buildPlans(recording);
  const evidence = deriveEvidence(recording, plans);
  const last = [...compare({ recording, plans, evidence, budget }, [chosen])].at(-1);
  assert(last?.replay != null, "a replay comes to its end");
  const { session } = last.replay;
  const gone = new Set(session.evictions.map(({ block }) => session.blocks[block]?.id));
  return { ...last.replay, pins: last.pins, kept: results.filter((id) => !gone.has(`result:${id}`)) };
}

describe("pins filter what a policy may choose from", () => {
  it("lets another result leave in front truncation, and stays within the limit", () => {
    const choice = { kind: "front-truncation", options: { maxTokens: 3_500 } };
    expect(under(choice).kept).toEqual(["r3", "r4", "r5"]);
    const pinned = under({ ...choice, pin: ["r0"] });
    expect(pinned.kept).toEqual(["r0", "r4", "r5"]);
    expect(Math.max(...pinned.series.map(({ tokens }) => tokens))).toBeLessThanOrEqual(3_500);
  });

  it("gives a pinned result none of the places that Anthropic's clearing keeps", () => {
    const kind = "anthropic-clear-tool-uses";
    const options = {
      trigger: { type: "input_tokens", value: 3_500 },
      keep: { type: "tool_uses", value: 2 },
    };
    expect(under({ kind, options }).kept).toEqual(["r4", "r5"]);
    expect(under({ kind, options, pin: ["r5"] }).kept).toEqual(["r3", "r4", "r5"]);
    expect(under({ kind, options, pin: ["r0"] }).kept).toEqual(["r0", "r4", "r5"]);
  });

  it("counts what a pin keeps against clear_at_least", () => {
    const kind = "anthropic-clear-tool-uses";
    const options = {
      trigger: { type: "input_tokens", value: 3_500 },
      keep: { type: "tool_uses", value: 2 },
      clear_at_least: { type: "input_tokens", value: 1_900 },
    };
    expect(under({ kind, options }).kept).toHaveLength(2);
    expect(under({ kind, options, pin: ["r0", "r1", "r2"] }).kept).toEqual(results);
  });

  it("leaves room in a window of messages for what is pinned", () => {
    const choice = { kind: "strands-sliding-window", options: { windowSize: 4 } };
    expect(under({ ...choice, pin: ["r1"] }).kept).toContain("r1");
  });

  it.each(["langchain-js-clear-tool-uses", "langchain-js-trim-messages", "openclaw-pruning-v3"])(
    "keeps a pinned result under %s",
    (kind) => {
      const options =
        kind === "langchain-js-trim-messages"
          ? { maxTokens: 3_500, tokenCounter: "chars4" }
          : kind === "langchain-js-clear-tool-uses"
            ? { trigger: { tokens: 1 }, keep: { messages: 1 } }
            : { mode: "cache-ttl" };
      expect(under({ kind, options, pin: ["r0"] }).kept).toContain("r0");
    },
  );
});

describe("the result of pins", () => {
  it("names what each saved, from when, and at what price", () => {
    const choice = { kind: "front-truncation", options: { maxTokens: 3_500 } };
    const { pins, session } = under({ ...choice, pin: ["r0"] });
    const effect = pins?.effects.find(({ blockId }) => blockId === "result:r0");
    expect(effect).toMatchObject({ neededBy: ["the setup of the replay"], how: "truncated" });
    expect(effect?.turns).toBe(session.turns.length - (effect?.turn ?? 0));
    expect(effect?.tokens).toBe((effect?.turns ?? 0) * 1_000);
    expect(effect?.price).toBeGreaterThan(0);
  });

  it("names the uses that a plan's pins saved", () => {
    const { pins } = under(
      { kind: "front-truncation", options: {}, pin: true },
      foldRecording(demoStory("refund")),
      3_000,
    );
    const order = pins?.effects.find(({ blockId }) => blockId === "result:order");
    expect(order?.neededBy.join()).toContain("step branch");
    expect(order?.usedAt).not.toEqual([]);
  });

  it("names turns that are over the budget because of pins, and only those", () => {
    const choice = { kind: "front-truncation", options: {} };
    const all = under({ ...choice, pin: results }, reading(), 3_500);
    const without = under(choice, reading(), 3_500);
    expect(without.series.filter(({ overBudget }) => overBudget)).toEqual([]);
    expect(all.pins?.turnsOverBudget).toEqual(
      all.series.filter(({ overBudget }) => overBudget).map(({ turn }) => turn),
    );
    expect(all.pins?.turnsOverBudget.length).toBeGreaterThan(0);
    expect(without.pins).toBeNull();
  });
});

describe("pins that cannot be honoured", () => {
  it.each([
    ["recorded", {}],
    ["anthropic-compact", {}],
    ["anthropic-context-management", {}],
    ["anthropic-sdk-client-compaction", {}],
    ["openai-agents-js", {}],
  ])("are an error beside %s", (kind, options) => {
    const chosen = choosePolicy(policyChoiceSchema.parse({ kind, options, pin: ["r0"] }));
    expect(chosen).toMatchObject({ ok: false, problems: [{ path: "pin" }] });
  });

  it("are none where the options leave room for them", () => {
    for (const [kind, options] of [
      ["openai-agents-js", { kind: "memory-window", limit: 4 }],
      ["anthropic-context-management", { edits: [{ type: "clear_tool_uses_20250919" }] }],
    ] as const)
      expect(choosePolicy(policyChoiceSchema.parse({ kind, options, pin: true })).ok).toBe(true);
  });
});
