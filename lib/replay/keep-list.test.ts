import { describe, expect, it } from "vitest";
import { analyseRecording } from "@/lib/core/findings/find";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { trace } from "@/lib/testing/trace-builder";
import { keepList } from "./keep-list";

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n} of the file holds value ${n * 7919}`).join(
  "\n",
);
/** Of Claude Opus 4.5, in dollars for a token. */
const READ = 0.5e-6;

/** A file is read, its text leaves at turn 3, and it is read again at turn 5. */
function readTwice(again: string) {
  const events = trace("s", { model: "claude-opus-4-5" })
    .turn((t) => t.user("Look at a.").calls("read", { path: "a" }, "c1").usage(1_000, 10, WRITTEN))
    .turn((t) => t.result("c1", LINES).says("Seen.").usage(2_000, 10, WRITTEN))
    .turn((t) => t.user("Now b.").says("Done.").usage(2_100, 10, WRITTEN))
    .turn((t) => t.drop("result:c1").user("And c?").says("Done.").usage(1_200, 10, WRITTEN))
    .turn((t) => t.user("Now a again.").says("I look.").usage(1_300, 10, WRITTEN))
    .turn((t) => t.user("Go on.").calls("read", { path: "a" }, "c2").usage(1_400, 10, WRITTEN))
    .turn((t) => t.result("c2", again).says("The same.").usage(2_400, 10, WRITTEN))
    .events();
  const { recording, evidence } = analyseRecording(foldRecording(events));
  return { keep: keepList(recording, evidence), recording };
}
const WRITTEN = { cacheRead: 0, cacheWrite: 1_000 };

describe("what to keep", () => {
  it("is what left and came back as it was, at the price of its reads in between", () => {
    const { keep } = readTwice(LINES);
    const [block, ...others] = keep.blocks;
    expect(others).toEqual([]);
    expect(block).toMatchObject({ blockId: "result:c1", toolName: "read", label: "a", leftTurn: 3 });
    const turns = (block?.wantedTurn ?? 0) - 3 + 1;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(block?.price).toBeCloseTo((block?.tokens ?? 0) * READ * turns, 10);
    expect(keep).toMatchObject({ tokens: block?.tokens, currency: "USD" });
    expect(keep.price).toBeCloseTo(block?.price ?? 0, 12);
  });

  it("is a text once, however often it left and was fetched again", () => {
    const story = trace("s").turn((t) => t.user("Go.").calls("read", { path: "a" }, "c0"));
    for (let n = 1; n <= 3; n++)
      story
        .turn((t) => t.result(`c${n - 1}`, LINES).says("Seen."))
        .turn((t) => t.drop(`result:c${n - 1}`).says("On."))
        .turn((t) => t.user("Again.").calls("read", { path: "a" }, `c${n}`));
    const { recording, evidence } = analyseRecording(
      foldRecording(story.turn((t) => t.result("c3", LINES)).events()),
    );
    const { blocks } = keepList(recording, evidence);
    expect(blocks).toMatchObject([{ blockId: "result:c0", leftTurn: 2, price: null }]);
    expect(blocks[0]?.wantedTurn).toBeGreaterThanOrEqual(9);
  });

  it("is not what came back as another text, for the old one would not have helped", () => {
    expect(readTwice(LINES.replaceAll("value", "number")).keep).toMatchObject({
      blocks: [],
      tokens: 0,
      price: null,
      changed: 1,
    });
    expect(readTwice(LINES).keep.changed).toBe(0);
  });
});
