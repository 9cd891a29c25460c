import { expect, it } from "vitest";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { findPolicy } from "@/lib/policies/registry";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { trace } from "@/lib/testing/trace-builder";
import { workedExample } from "@/lib/testing/worked-example";
import { replay } from "../replayer";
import { readSource } from "./source";

it("the worked example of the projected window has the windows and the edit that it says", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("Compare them.", "user:1").calls("read", { path: "a" }, "c1"))
      .turn((t) => t.result("c1", "the first report ".repeat(20)).calls("read", { path: "b" }, "c2"))
      .turn((t) => t.result("c2", "the second report ".repeat(20)).says("Alike."))
      .events(),
  );
  const policy = findPolicy("anthropic-clear-tool-uses");
  assert(policy !== undefined, "the policy is registered");
  const one = { type: "tool_uses", value: 1 };
  const { session } = replay(readSource(recording), { policy, options: { trigger: one, keep: one } });
  const replayed = drawSession(session).split("\n");
  const windows = drawSession(recording.session)
    .split("\n")
    .map((row, n) => `${row}   ->   ${replayed[n]}`);
  const edits = session.evictions.map(
    ({ turn, block, how, toMode }) => `turn ${turn}: ${session.blocks[block]?.id} ${how}, now as a ${toMode}`,
  );
  const [, ...told] = workedExample("lib/replay/windows/projected-window.ts");
  expect([...windows, ...edits]).toEqual(told);
});
