import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { readFullText, foldRecording } from "./recording";

const LONG = "a long line of a file\n".repeat(50);

describe("a recording of events", () => {
  it("has the texts of its blocks, short and long", () => {
    const events = trace("s")
      .turn((t) => t.system("rules").user("goal").calls("read", { path: "a.ts" }, "c1"))
      .turn((t) => t.result("c1", LONG))
      .events();
    const recording = foldRecording(events);
    const texts = recording.session.blocks.map((block) => readFullText(recording, block));
    expect(texts).toEqual(expect.arrayContaining(["rules", "goal", LONG]));
  });
});
