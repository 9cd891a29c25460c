import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { emptySummary } from "./empty-summary";
import { emptyWindow } from "./empty-window";
import { keepViolated } from "./keep-violated";
import { orphanCall } from "./orphan-call";
import { orphanResult } from "./orphan-result";
import { protectedViolated } from "./protected-violated";
import { thresholdMoved } from "./threshold-moved";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const searched = (started: Parameters<typeof trace>[1] = {}) =>
  trace("s", started)
    .turn((t) => t.system("Be careful.").user("Find it.").calls("search", {}, "c1"))
    .turn((t) => t.result("c1", 100).calls("search", { page: 2 }, "c2"))
    .turn((t) => t.result("c2", 100));

describe("window.orphan_tool_result", () => {
  it("is a result whose call was taken out", () => {
    expect(
      find(
        searched().turn((t) => t.drop("call:c1")),
        orphanResult,
      ),
    ).toMatchObject([{ from: 3, blocks: ["result:c1"] }]);
  });

  it("is a result whose call went into a summary before any window held it", () => {
    const searching = (summarised: boolean) =>
      trace()
        .turn((t) => t.user("Find it.", "goal").calls("search", {}, "c1"))
        .turn((t) => {
          if (summarised) t.compact("summary", "The agent searches.", ["goal", "call:c1"]);
          else t.drop("call:c1");
          t.result("c1", 100);
        });
    expect(find(searching(true), orphanResult)).toMatchObject([{ from: 1, blocks: ["result:c1"] }]);
    expect(find(searching(false), orphanResult)).toEqual([]);
  });

  it("is none that a file lists before its call was made", () => {
    const early = trace()
      .turn((t) => t.user("Find it.", "goal").says("I will."))
      .turn((t) => t.result("c1", 100).calls("search", {}, "c1"))
      .turn((t) => t.says("It is found."));
    expect(find(early, orphanResult)).toEqual([]);
  });

  it("is no pair that left together", () => {
    expect(
      find(
        searched().turn((t) => t.drop("call:c1", "result:c1")),
        orphanResult,
      ),
    ).toEqual([]);
  });
});

describe("window.orphan_tool_call", () => {
  it("is a call whose result was taken out, and none that still waits for it", () => {
    expect(find(searched(), orphanCall)).toEqual([]);
    expect(
      find(
        searched().turn((t) => t.drop("result:c1")),
        orphanCall,
      ),
    ).toMatchObject([{ from: 3, blocks: ["call:c1"] }]);
  });
});

describe("window.empty", () => {
  const ids = ["system", "user1", "call:c1", "result:c1", "call:c2", "result:c2"];

  it("is none where the provider counted what the record lacks", () => {
    const counted = searched().turn((t) => t.drop(...ids).usage(41_233));
    expect(find(counted, emptyWindow)).toEqual([]);
  });

  it("is a call with nothing before it", () => {
    expect(
      find(
        searched().turn((t) => t.drop(...ids)),
        emptyWindow,
      ),
    ).toMatchObject([{ from: 3 }]);
  });
});

describe("policy.protected_violated", () => {
  it("is a rule that left outside a compaction", () => {
    expect(
      find(
        searched().turn((t) => t.drop("system")),
        protectedViolated,
      ),
    ).toMatchObject([{ blocks: ["system"] }]);
    const compacted = searched().turn((t) => t.compact("sum", "Rules: be careful.", ["system", "user1"]));
    expect(find(compacted, protectedViolated)).toEqual([]);
  });
});

describe("policy.keep_violated", () => {
  const keeping = (value: number) =>
    searched({ policy: { kind: "p", options: { edits: [{ keep: { type: "tool_uses", value } }] } } });

  it("is a cleared result among the newest that were to be kept", () => {
    expect(
      find(
        keeping(1).turn((t) => t.clear("result:c2")),
        keepViolated,
      ),
    ).toHaveLength(1);
    expect(
      find(
        keeping(1).turn((t) => t.clear("result:c1")),
        keepViolated,
      ),
    ).toEqual([]);
  });
});

describe("policy.threshold_moved", () => {
  const edited = (builder: TraceBuilder, turn: number, block: string, threshold: number) =>
    builder
      .event({
        type: "context.edited",
        turn,
        how: "cleared",
        blocks: [block],
        rule: "clear",
        numbers: { threshold },
      })
      .turn((t) => t.clear(block));

  it("compares the numbers with which a rule fired", () => {
    const moved = edited(edited(searched(), 3, "result:c1", 1_000), 4, "result:c2", 500);
    expect(find(moved, thresholdMoved)).toMatchObject([{ from: 4, numbers: { before: 1_000, after: 500 } }]);
    const same = edited(edited(searched(), 3, "result:c1", 1_000), 4, "result:c2", 1_000);
    expect(find(same, thresholdMoved)).toEqual([]);
  });
});

describe("summary.empty", () => {
  const compacted = (text: string) =>
    searched().turn((t) => t.compact("sum", text, ["call:c1", "result:c1"]));

  it("is a summary without text", () => {
    expect(find(compacted("  \n"), emptySummary)).toMatchObject([{ from: 3, blocks: ["sum"] }]);
    expect(find(compacted("A search was made."), emptySummary)).toEqual([]);
  });

  it("is none whose text only its provider can read", () => {
    const sealed = searched().turn((t) =>
      t
        .drop("call:c1", "result:c1")
        .block("sum", "compaction_summary", "", { completeness: "metadata_only" }),
    );
    expect(find(sealed, emptySummary)).toEqual([]);
  });
});

describe("policy.protected_violated, where the words come again", () => {
  const TASK = "Book the flight LH-4471 for the twelfth of May.";
  const rewritten = (text: string, kind: "user_message" | "memory" = "memory") =>
    trace()
      .turn((t) => t.system("Be brief.").block("goal", "user_goal", TASK).says("I look."))
      .turn((t) => t.drop("goal").block("again", kind, text).says("On."));

  it("is none for the task in a new frame", () =>
    expect(find(rewritten(`<task>${TASK}</task>\n<note>be brief</note>`), protectedViolated)).toEqual([]));

  it("is one for another text", () =>
    expect(find(rewritten("The user likes windows."), protectedViolated)).toHaveLength(1));

  it("is none once the user has said something else, since nobody can tell whether the task is still open", () =>
    expect(find(rewritten("Now the hotel.", "user_message"), protectedViolated)).toEqual([]));
});
