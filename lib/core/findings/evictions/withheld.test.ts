import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { explainBlock } from "../../questions/why/why";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { gateFailed } from "../integrity/gate-failed";
import type { FindingRule } from "../rule/rule";
import { duplicateCall } from "./duplicate-call";
import { silent } from "./silent";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

describe("eviction.silent", () => {
  it("is also an answer that no later window holds", () => {
    const story = trace()
      .turn((t) => t.user("Go.").says("Half of it is done.", "a1"))
      .turn((t) => t.drop("a1").says("Starting."));
    expect(find(story, silent)).toMatchObject([{ from: 1, blocks: ["a1"], numbers: { blocks: 1 } }]);
  });

  it("is no answer that was aborted, and no call that nothing answered", () => {
    const aborted = trace()
      .turn((t) => t.user("Go.").says("Half of it", "a1").with({ stopReason: "aborted" }))
      .turn((t) => t.drop("a1").says("Starting."));
    const orphan = trace()
      .turn((t) => t.user("Go.").calls("ls", {}, "c1"))
      .turn((t) => t.drop("call:c1").says("Starting."));
    expect([...find(aborted, silent), ...find(orphan, silent)]).toEqual([]);
  });
});

describe("an answer that the session left on another branch", () => {
  const left = (named: readonly string[]) =>
    trace()
      .turn((t) => t.user("Go.").says("Half of it is done.", "a1"))
      .event({ type: "context.edited", turn: 1, how: "removed", rule: "branch", blocks: [...named] })
      .turn((t) => t.drop("a1").says("Starting."));

  it("is told by that edit, and not by a finding", () => {
    expect(find(left(["a1"]), silent)).toEqual([]);
    const why = explainBlock(foldRecording(left(["a1"]).events()), 1, "a1");
    expect(why?.outcome).toMatchObject({ verdict: "evicted", turn: 1, departure: { cause: "branch" } });
  });

  it("is silent where the edit names something else", () => {
    expect(find(left(["b"]), silent)).toMatchObject([{ from: 1, blocks: ["a1"] }]);
  });
});

describe("call.duplicate", () => {
  const again = (second: string) =>
    trace()
      .turn((t) => t.user("Is it up?").calls("status", {}, "c1"))
      .turn((t) => t.result("c1", "the server is starting").calls("status", {}, "c2"))
      .turn((t) => t.result("c2", second).says("It is."));

  it("is none when the result had changed: looking again was right", () => {
    expect(find(again("the server is up"), duplicateCall)).toEqual([]);
  });

  it("is a note when the same short answer came back", () => {
    expect(find(again("the server is starting"), duplicateCall)).toMatchObject([{ severity: "note" }]);
  });
});

describe("gate.failed", () => {
  const RULE = "Never put a price into running text.";
  const gated = (passed: boolean) =>
    trace()
      .turn((t) => t.system(RULE).user("Write it.").calls("check", {}, "c1"))
      .event({ type: "gate.checked", turn: 0, gate: "format", passed, message: `broken: ${RULE}` })
      .turn((t) => t.result("c1", "failed"));

  it("says where the rule stood that the gate quotes", () => {
    const [found] = find(gated(false), gateFailed);
    expect(found).toMatchObject({ from: 0, to: 0, blocks: ["system"], numbers: { before: 0 } });
    expect(found?.sentence).toContain(`its rule "${RULE}" stood in the window`);
  });

  it("says nothing of a gate that was passed", () => {
    expect(find(gated(true), gateFailed)).toEqual([]);
  });
});
