import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { choosePolicy, policyChoiceSchema } from "./choose-policy";
import { compare } from "./comparison";
import { demoStory } from "@/lib/demo";

const NO_TIMES = "The recording has no times: rules that wait for time to pass do not fire.";
const NO_NEEDS = "No plan step names what it needs, so nothing was pinned.";

function notesUnder(events: readonly TraceEvent[], choice: object): readonly string[] {
  const recording = foldRecording(events);
  const chosen = choosePolicy(policyChoiceSchema.parse(choice));
  if (!chosen.ok) throw new Error("the policy is known");
  const setup = { recording, plans: buildPlans(recording), evidence: { edges: [] } };
  return [...compare(setup, [chosen])].flatMap(({ replay }) => replay?.notes ?? []);
}

const told = (more: { reported?: { tokensSent: number } } = {}) =>
  trace("s", more)
    .turn((t) => t.user(100).says(20))
    .turn((t) => t.user(30).says(10))
    .events();
const timeless = () => told().map((event) => ({ ...event, at: null }));

describe("what a reader of a replay is told", () => {
  it.each(["openclaw-pruning-v1", "openclaw-pruning-v3", "claude-code-compaction"])(
    "says of %s that its rules wait for a time that the recording does not have",
    (kind) => {
      expect(notesUnder(timeless(), { kind })).toContain(NO_TIMES);
      expect(notesUnder(timeless(), { kind, pin: true })).toContain(NO_TIMES);
      expect(notesUnder(told(), { kind })).not.toContain(NO_TIMES);
    },
  );

  it("does not say so of a policy that waits for nothing", () => {
    expect(notesUnder(timeless(), { kind: "keep-last-n" })).not.toContain(NO_TIMES);
  });

  it("says of pinning that no step names what it needs, and only then", () => {
    const kind = "keep-last-n";
    expect(notesUnder(told(), { kind, pin: true })).toContain(NO_NEEDS);
    expect(notesUnder(told(), { kind, pin: true, recite: true })).toContain(NO_NEEDS);
    expect(notesUnder(told(), { kind })).not.toContain(NO_NEEDS);
    expect(notesUnder(demoStory("refund"), { kind, pin: true })).not.toContain(NO_NEEDS);
  });

  it("says of pinning that only what the setup names was pinned", () => {
    expect(notesUnder(told(), { kind: "keep-last-n", pin: ["user1"] })).toContain(
      "No plan step names what it needs: only what the setup names was pinned.",
    );
  });

  it("says by how much the run's own count differs from ours", () => {
    const scaled = expect.stringMatching(
      /reports 300 tokens sent where 250 are counted: .* factor, 1\.200\./,
    );
    expect(notesUnder(told({ reported: { tokensSent: 300 } }), { kind: "none" })).toContainEqual(scaled);
    expect(notesUnder(told(), { kind: "none" })).not.toContainEqual(scaled);
  });
});
