import { describe, expect, it } from "vitest";
import { trace, type TraceBuilder, type TurnBuilder } from "@/lib/testing/trace-builder";
import { assert } from "@/lib/core/assert";
import { findPolicy } from "@/lib/policies/registry";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { replayRecorded } from "./recorded";
import { replay } from "./replayer";
import { runScale } from "./run-totals";
import { readSource } from "./windows/source";
import { summariseReplay } from "./summary";

const told = (session: TraceBuilder) =>
  session.turn((t) => t.user(100).says(20)).turn((t) => t.user(30).says(10));

const scaleOf = (session: TraceBuilder) => runScale(foldRecording(session.events()).session);

describe("what a run reports to have sent", () => {
  it("is measured for the recording, and scales what is counted under a policy", () => {
    const recording = foldRecording(
      told(trace("s", { reported: { tokensSent: 300, tokensReceived: 36, calls: 2 } })).events(),
    );
    expect(recording.session.meta.reported).toEqual({
      tokensSent: 300,
      tokensReceived: 36,
      calls: 2,
      cost: null,
    });
    const source = readSource(recording);
    const policy = findPolicy("keep-last-n");
    assert(policy !== undefined, "the policy is there");
    const sums = (made: ReturnType<typeof replay>) => summariseReplay(made, recording, { edges: [] });

    expect(sums(replayRecorded(source))).toMatchObject({
      tokensSent: 250,
      tokensSentByRun: { value: 300, provenance: "measured" },
    });
    expect(sums(replay(source, { policy, options: { keep: 1 } }))).toMatchObject({
      tokensSent: 130,
      tokensSentByRun: { value: 156, provenance: "estimated" },
    });
  });

  it("is unknown where the run says nothing", () => {
    const recording = foldRecording(told(trace()).events());
    expect(recording.session.meta.reported).toBeNull();
    expect(summariseReplay(replayRecorded(readSource(recording)), recording, { edges: [] })).toMatchObject({
      tokensSent: 250,
      tokensSentByRun: { value: null, provenance: "unavailable" },
    });
  });

  it("gives no scale where single calls say what they used", () => {
    const started = { reported: { tokensSent: 300 } };
    expect(scaleOf(told(trace("s", started)))).toEqual({ reported: 300, counted: 250 });
    expect(scaleOf(told(trace("s", started)).turn((t: TurnBuilder) => t.usage(400)))).toBeNull();
  });

  it("gives no scale where the total is of other calls than the recording shows", () => {
    expect(scaleOf(told(trace("s", { reported: { tokensSent: 300, calls: 3 } })))).toBeNull();
    const hidden = told(trace("s", { reported: { tokensSent: 300 } })).event({
      type: "turn.recorded",
      turn: 2,
    });
    expect(scaleOf(hidden)).toBeNull();
  });
});
