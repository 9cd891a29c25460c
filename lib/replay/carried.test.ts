import { describe, expect, it } from "vitest";
import { readWireEvent } from "@/lib/core/trace/event";
import type { WireEvent } from "@/lib/core/trace/event-schema";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { choosePolicy } from "./choose-policy";
import { replayRecorded } from "./recorded";
import { replay } from "./replayer";
import { readSource } from "./windows/source";

const PLACE = { session: "s", at: "2026-01-01T00:00:00Z" };
const SAID = {
  agent: "clerk",
  tags: ["nightly", "billing"],
  attributes: { team: "north", run: { shard: 3 } },
  reported: { tokensSent: 120, tokensReceived: 20, calls: 1 },
};
const NOTE = "The recorder was started late.";
const EVENTS: WireEvent[] = [
  { ...PLACE, id: "start", type: "session.started", ...SAID, notes: [NOTE] },
  {
    ...PLACE,
    id: "turn",
    type: "turn.recorded",
    turn: 0,
    window: { entries: [{ id: "goal", kind: "user_goal", content: "Pay the bill." }] },
    output: [{ id: "answer", kind: "assistant_text", content: "It is paid." }],
  },
  { ...PLACE, id: "end", type: "session.ended", outcome: "ok", reason: "It was paid." },
];

const source = readSource(foldRecording(EVENTS.map((one) => readWireEvent(one).event)));

function chosenPolicy() {
  const chosen = choosePolicy({
    kind: "keep-last-n",
    options: { n: 2 },
    pin: false,
    restore: false,
    recite: false,
  });
  if (!chosen.ok || chosen.policy === null) throw new Error("the policy is known");
  return { policy: chosen.policy, options: chosen.options };
}

describe("a replay", () => {
  it("carries what the sender said of the session: under the recorded policy all of it", () => {
    const { meta } = replayRecorded(source).session;
    expect(meta.started).toMatchObject(SAID);
    expect(meta.notes).toEqual([NOTE]);
    expect(meta.ended).toMatchObject({ outcome: "ok", reason: "It was paid." });
  });

  it("under another policy without the totals of the run, which that policy changes", () => {
    const { meta } = replay(source, chosenPolicy()).session;
    const { reported: _reported, ...carried } = SAID;
    expect(meta.started).toMatchObject(carried);
    expect(meta.started?.reported).toBeUndefined();
    expect(meta.notes).toContain(NOTE);
  });

  it("has its own name, place and policy", () => {
    const { meta } = replay(source, chosenPolicy()).session;
    expect(meta).toMatchObject({
      role: "replay",
      source: { format: "replay" },
      policy: { kind: "keep-last-n" },
    });
    expect(meta.parent).toMatchObject({ session: "s" });
  });
});
