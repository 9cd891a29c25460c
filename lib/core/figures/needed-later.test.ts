import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { analyseRecording } from "../findings/find";
import { foldRecording } from "../trace/fold/recording";
import { findBlocksNeededLater, listWanted } from "./needed-later";

function needed(builder: TraceBuilder): string[] {
  const { recording, evidence } = analyseRecording(foldRecording(builder.events()));
  const { session } = recording;
  return [...findBlocksNeededLater(session, evidence.edges)].map((no) => session.blocks[no]?.id ?? "");
}

const left = () =>
  trace()
    .turn((t) => t.user("See to it.").calls("get_record", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", "order A-77341-XK, paid").says("I see."))
    .turn((t) => t.drop("result:c1").says("On."));

describe("a block was needed later", () => {
  it("once, however many uses missed it", () => {
    const twice = left()
      .turn((t) => t.calls("send", { to: "A-77341-XK" }, "c2"))
      .turn((t) => t.drop("call:c2").calls("post", { to: "A-77341-XK" }, "c3"));
    expect(needed(twice)).toEqual(["result:c1"]);
  });

  it("not where it had come back before it was used", () => {
    const back = left()
      .turn((t) => t.result("c1", "order A-77341-XK, paid").says("Again."))
      .turn((t) => t.calls("send", { to: "A-77341-XK" }, "c2"));
    expect(needed(back)).toEqual([]);
  });

  it("not where the model's own words still said the value", () => {
    const said = trace()
      .turn((t) => t.user("See to it.").calls("get_record", { id: 7 }, "c1"))
      .turn((t) => t.result("c1", "order A-77341-XK, paid").says("It is A-77341-XK."))
      .turn((t) => t.drop("result:c1").says("On."))
      .turn((t) => t.calls("send", { to: "A-77341-XK" }, "c2"));
    expect(needed(said)).toEqual([]);
  });
});

describe("what was wanted after it had left", () => {
  const wanted = (builder: TraceBuilder) => {
    const { recording, evidence } = analyseRecording(foldRecording(builder.events()));
    return listWanted(recording.session, evidence.edges).map(({ left, wanted, how }) => ({
      left,
      wanted,
      how,
    }));
  };

  it("has the turn without it and the first turn that needed it", () => {
    const twice = left()
      .turn((t) => t.calls("send", { to: "A-77341-XK" }, "c2"))
      .turn((t) => t.drop("call:c2").calls("post", { to: "A-77341-XK" }, "c3"));
    expect(wanted(twice)).toEqual([{ left: 2, wanted: 3, how: "needed" }]);
  });

  it("has the turn that fetched the same again", () => {
    const again = left()
      .turn((t) => t.calls("get_record", { id: 7 }, "c2"))
      .turn((t) => t.result("c2", "order A-77341-XK, paid"));
    expect(wanted(again)).toEqual([{ left: 2, wanted: 3, how: "fetched" }]);
  });
});
