import { describe, expect, it } from "vitest";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { findPolicy } from "@/lib/policies/registry";
import { assert } from "@/lib/core/assert";
import { withPinning } from "@/lib/policies/wrappers/pinning";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { judgeEvidenceUnder } from "./evidence-under";
import { planSignals } from "./plan-signals";
import { replay } from "./replayer";
import { replayRecorded } from "./recorded";
import { readSource } from "./windows/source";
import { summariseReplay } from "./summary";
import { demoStory } from "@/lib/demo";

const recording = foldRecording(demoStory("refund"));
const source = readSource(recording);
const plans = buildPlans(recording);
const evidence = deriveEvidence(recording, plans);
const signalsAt = planSignals(source, plans);

const POLICIES = [
  [
    "openclaw-pruning-v1",
    { mode: "cache-ttl", softTrimRatio: 0.05, hardClearRatio: 0.1, minPrunableToolChars: 100 },
    null,
  ],
  [
    "anthropic-clear-tool-uses",
    { trigger: { type: "input_tokens", value: 3_000 }, keep: { type: "tool_uses", value: 2 } },
    null,
  ],
  ["front-truncation", {}, 3_000],
] as const;

describe("the refund session, whose branch needs the order", () => {
  it("ran on evidence that had left", () => {
    const replayed = replayRecorded(source);
    expect(summariseReplay(replayed, recording, evidence)).toMatchObject({ dangling: 1, evictions: 6 });
    for (const { recorded, replayed: state } of judgeEvidenceUnder(evidence.edges, recording, replayed))
      expect(state).toBe(recorded);
  });

  it("would not have without any policy, at a higher price in tokens", () => {
    const none = summariseReplay(replayUnder("none", {}, null), recording, evidence);
    const recorded = summariseReplay(replayRecorded(source), recording, evidence);
    expect(none).toMatchObject({ dangling: 0, evictions: 0 });
    expect(none.tokensSent).toBeGreaterThan(recorded.tokensSent);
  });

  it.each(POLICIES)("is dangling under %s, and with pinning it is not", (kind, options, budget) => {
    const plain = replayUnder(kind, options, budget);
    expect(summariseReplay(plain, recording, evidence).dangling).toBeGreaterThan(0);
    const pinned = replayUnder(kind, options, budget, true);
    expect(summariseReplay(pinned, recording, evidence).dangling).toBe(0);
    const saved = pinned.ledger.flatMap(({ decisions }) => decisions.filter(({ rule }) => rule === "pinned"));
    expect(saved.map(({ blocks }) => blocks)).toContainEqual(["result:order"]);
    expect(saved.map(({ reason }) => reason).join()).toMatch(/needed by .*step branch/);
  });
});

function replayUnder(kind: string, options: object, budget: number | null, pin = false) {
  const policy = findPolicy(kind);
  assert(policy !== undefined, `no policy ${kind}`);
  return replay(source, { policy: pin ? withPinning(policy) : policy, options, budget, signalsAt });
}
