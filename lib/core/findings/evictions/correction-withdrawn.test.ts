import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";
import { correctionWithdrawn } from "./correction-withdrawn";

const find = (builder: TraceBuilder) =>
  findAll(analysed(recordingOf(builder.events())), undefined, [correctionWithdrawn]).findings;

const CORRECTION = "Your reply made no call.\nCall a tool.";

const works = (call: string) => (t: TurnBuilder) => t.calls("look", { at: call }, call);

/**
 * Replies without a call at turns 1 and 4, each followed by the correction. `between` edits the window after
 * the first correction.
 */
function corrected(between: (t: TurnBuilder) => unknown, again = CORRECTION) {
  return trace()
    .turn((t) => works("c0")(t.user("Fix it.")))
    .turn((t) => t.result("c0", "one").says("It is done.", "bad1"))
    .turn((t) => works("c1")(t.user(CORRECTION, "told1")))
    .turn((t) => {
      between(t);
      works("c2")(t.result("c1", "two"));
    })
    .turn((t) => t.result("c2", "three").says("It is done now.", "bad2"))
    .turn((t) => works("c3")(t.user(again, "told2")));
}
const takenBack = (t: TurnBuilder) => t.drop("bad1", "told1");

describe("correction.withdrawn", () => {
  it("is a correction that left with its reply, and had to be given again", () => {
    const [found] = find(corrected(takenBack));
    expect(found).toMatchObject({
      from: 1,
      to: 4,
      blocks: ["told1", "told2", "bad1", "bad2"],
      numbers: { mistakes: 2, corrections: 2, withdrawn: 1 },
      proof: { view: "why", turn: 4, block: "told1" },
    });
    expect(found?.sentence).toContain('"Your reply made no call."');
  });

  it("counts a last reply by its form, when that form drew the correction every time", () => {
    const ended = corrected(takenBack).turn((t) =>
      t.drop("bad2", "told2").result("c3", "four").says("Done, really.", "bad3"),
    );
    expect(find(ended)).toMatchObject([{ to: 6, numbers: { mistakes: 3, corrections: 2, withdrawn: 2 } }]);
  });

  it("does not count a last reply that could see the correction", () => {
    const ended = corrected(takenBack).turn((t) => t.result("c3", "four").says("Done, really.", "bad3"));
    expect(find(ended)).toMatchObject([{ to: 4, numbers: { mistakes: 2 } }]);
  });

  it("says nothing while the correction stands", () => {
    expect(find(corrected(() => undefined))).toEqual([]);
  });

  it("says nothing when the next correction is another one", () => {
    expect(find(corrected(takenBack, "Your reply was too long."))).toEqual([]);
  });

  it("says nothing of a reminder that leaves while the reply stays", () => {
    expect(find(corrected((t) => t.drop("told1")))).toEqual([]);
  });

  it("says nothing of what a sliding window takes with everything older", () => {
    expect(find(corrected((t) => t.drop("user1", "call:c0", "result:c0", "bad1", "told1")))).toEqual([]);
  });

  describe("of a failed call", () => {
    const failed = { isError: true };
    const again = (leaves: boolean, second = failed) =>
      trace()
        .turn((t) => t.user("Open it.").calls("open", { path: "a" }, "c1"))
        .turn((t) => t.result("c1", "no such file", failed).calls("list", {}, "c2"))
        .turn((t) => {
          if (leaves) t.drop("call:c1", "result:c1");
          t.result("c2", "b").calls("open", { path: "a" }, "c3");
        })
        .turn((t) => t.result("c3", "no such file", second).says("It is not there."));

    it("is the same call that failed again after its error had left", () => {
      expect(find(again(true))).toMatchObject([
        { from: 2, to: 2, blocks: ["result:c1", "call:c1", "call:c3"], numbers: { mistakes: 2 } },
      ]);
    });

    it("is no such thing while the error stands, or when the call then worked", () => {
      expect(find(again(false))).toEqual([]);
      expect(find(again(true, { isError: false }))).toEqual([]);
    });
  });
});
