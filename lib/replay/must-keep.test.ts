import { describe, expect, it } from "vitest";
import { demoStory } from "@/lib/demo";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { findPolicy } from "@/lib/policies/registry";
import { trace } from "@/lib/testing/trace-builder";
import { findMustKeep } from "./must-keep";
import { replay } from "./replayer";
import { readSource } from "./windows/source";

const NOTHING = { tasks: 0, constraints: 0, openSteps: 0 };

function asked() {
  const story = trace("asked", { contextWindow: 100_000, model: "gpt-4.1" });
  story.turn((t) =>
    t
      .user("Move the invoices of 2025 from the ledger into the archive table, and check each sum.", "goal")
      .calls("read", { path: "r0" }, "r0"),
  );
  story.turn((t) =>
    t
      .user("Never delete a row of the ledger table.", "rule")
      .result("r0", 1_000)
      .calls("read", { path: "r1" }, "r1"),
  );
  for (let n = 1; n < 6; n++)
    story.turn((t) => t.result(`r${n}`, 1_000).calls("read", { path: `r${n + 1}` }, `r${n + 1}`));
  return foldRecording(story.events());
}

function under(recording: ReturnType<typeof asked>, kind: string, options: object) {
  const policy = findPolicy(kind);
  assert(policy !== undefined, `no policy ${kind}`);
  return replay(readSource(recording), { policy, options });
}

describe("what a session cannot do without", () => {
  it("is lost by a truncation that takes out the task and a binding sentence", () => {
    const { recording } = under(asked(), "front-truncation", { maxTokens: 2_500 });
    expect(findMustKeep(recording)).toEqual({ tasks: 1, constraints: 1, openSteps: 0 });
  });

  it("is kept by a policy that takes out results only", () => {
    const { recording, session } = under(asked(), "keep-last-tool-results", { keep: 1 });
    expect(session.evictions.length).toBeGreaterThan(0);
    expect(findMustKeep(recording)).toEqual(NOTHING);
  });

  it("is not lost where nothing left", () => {
    expect(findMustKeep(asked())).toEqual(NOTHING);
    expect(findMustKeep(under(asked(), "none", {}).recording)).toEqual(NOTHING);
  });
});

describe("the policy that the refund session states", () => {
  it("gives the windows that were recorded", () => {
    const recording = foldRecording(demoStory("refund"));
    const { session } = under(recording, "keep-last-tool-results", { keep: 3 });
    const left = ({ evictions, blocks }: typeof session) =>
      evictions.map(({ turn, block }) => `${turn} ${blocks[block]?.id}`).sort();
    expect(left(session)).toEqual(left(recording.session));
  });
});
