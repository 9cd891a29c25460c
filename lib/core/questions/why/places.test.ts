import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { explainText } from "./why";

function ask(story: TraceBuilder, turn: number, question: string) {
  const why = explainText(foldRecording(story.events()), turn, question);
  return { verdict: why?.outcome.verdict, at: why?.outcome.turn, answer: why?.answer ?? "" };
}

describe("why a text was not used", () => {
  it("is not that it came later, where the model had said it before", () => {
    const story = trace()
      .turn((t) => t.user("Go.").says("I will use blue-harbour-17 for it."))
      .turn((t) => t.user("On.").calls("read", { path: "a" }, "c1"))
      .turn((t) => t.result("c1", "nothing here").says("Hm."))
      .turn((t) => t.user("And?").calls("read", { path: "b" }, "c2"))
      .turn((t) => t.result("c2", "name: blue-harbour-17").says("There."));
    const { verdict, answer } = ask(story, 2, "blue-harbour-17");
    expect(verdict).not.toBe("came_later");
    expect(answer).toContain("The session says it at turns 0 (assistant text) and 4.");
    expect(ask(story, 2, "name: blue-harbour-17").verdict).toBe("came_later");
  });

  it("names the turns that say the text, not those that are only about what it names", () => {
    const story = trace()
      .turn((t) => t.user("Go.").calls("read", { path: "src/harbour.ts" }, "c1"))
      .turn((t) => t.result("c1", "export const depth = 4;", { label: "src/harbour.ts" }).says("Seen."))
      .turn((t) => t.user("On.").says("I change src/harbour.ts now."));
    expect(ask(story, 2, "src/harbour.ts").answer).toContain("The session says it at turns 0 (read) and 2.");
  });

  it("is that the answer was cleared, where a query was answered and asked in vain once more", () => {
    const asked = trace()
      .turn((t) => t.user("Go.").calls("search", { query: "harbour tariffs 1817" }, "c1"))
      .turn((t) => t.result("c1", "three hits in the archive").says("Fine."))
      .turn((t) => t.drop("call:c1", "result:c1").says("On."))
      .turn((t) => t.user("Again?").calls("search", { query: "harbour tariffs 1817" }, "c2"))
      .turn((t) => t.drop("call:c2").says("No answer."));
    const { verdict, at, answer } = ask(asked, 4, "harbour tariffs 1817");
    expect({ verdict, at }).toEqual({ verdict: "evicted", at: 2 });
    expect(answer).toContain("The session says it at turns 0 (search) and 3; a block that says it last left");
  });

  it("is that the call failed, where every call with it did", () => {
    const failed = trace()
      .turn((t) => t.user("Go.").calls("search", { query: "harbour tariffs 1817" }, "c1"))
      .turn((t) => t.drop("call:c1").says("No answer."));
    expect(ask(failed, 1, "harbour tariffs 1817").answer).toContain("It was asked for at turn 0");
  });
});
