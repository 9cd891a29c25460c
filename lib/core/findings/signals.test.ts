import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording } from "./find";
import { SIGNALS, listSignals } from "./signals";
import { demoStory } from "@/lib/demo";

function statesOf(events: Parameters<typeof foldRecording>[0]) {
  return Object.fromEntries(
    listSignals(analyseRecording(foldRecording(events))).map(({ signal, state }) => [signal, state]),
  );
}

describe("the signals of a session", () => {
  it("are all there, whatever the session holds", () => {
    expect(Object.keys(statesOf(trace().events()))).toEqual([...SIGNALS]);
  });

  it("tell what is recorded from what follows and from what nobody can know", () => {
    expect(statesOf(demoStory("refund"))).toMatchObject({
      windows: "seen",
      usage: "seen",
      dependencies: "seen",
      tool_schemas: "unseen",
      decisions: "derived",
    });
    const bare = trace("bare").turn((t) => t.user("Go."));
    expect(statesOf(bare.events())).toMatchObject({
      windows: "seen",
      evictions: "derived",
      usage: "unseen",
      cache: "unseen",
      dependencies: "unseen",
    });
  });

  it("hold windows known whose estimates are a little off, and not those that list far more than was sent", () => {
    const listed = (words: number, measured: number) =>
      statesOf(
        trace("apart", { contextWindow: 100_000 })
          .turn((t) => t.user("word ".repeat(words)).usage(measured))
          .events(),
      ).windows;
    expect(listed(80, 80)).toBe("seen");
    expect(listed(80, 60)).toBe("derived");
    expect(listed(8_000, 6_000)).toBe("unseen");
  });
});
