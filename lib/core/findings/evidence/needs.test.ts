import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { atRisk } from "./at-risk";
import { dangling } from "./dangling";
import { planRevisedOnEvicted } from "./plan-revised-on-evicted";
import { unknownNeed } from "./unknown-need";
import { validatorContradicted } from "./validator-contradicted";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const RESULT = '{"order":"A-7734-XK","status":"pending"}';
const STEPS = [{ id: "mail", text: "Send the mail if the order was shipped", dependsOn: ["c1"] }];
const looked = () =>
  trace()
    .turn((t) => t.user("Refund or mail.", "goal").calls("get_order", { order: 7 }, "c1"))
    .turn((t) => t.result("c1", RESULT));
const declared = (story: TraceBuilder, turn: number, steps: object[] = STEPS) =>
  story.event({ type: "plan.declared", turn, planId: "p", steps });
const evict = (story: TraceBuilder) => story.turn((t) => t.drop("call:c1", "result:c1"));
const step = (story: TraceBuilder, status: string, turn: number) =>
  story.event({ type: "plan.step", planId: "p", step: "mail", status, turn });

describe("evidence.at_risk", () => {
  it("is serious as soon as the evidence of a step that has not run has left", () => {
    const [finding] = find(evict(declared(looked(), 1)), atRisk);
    expect(finding).toMatchObject({ severity: "serious", from: 2, to: 2, blocks: ["result:c1"] });
    expect(finding?.sentence).toContain('Step "Send the mail if the order was shipped" has not run');
    expect(finding?.sentence).toContain("left the window at turn 2");
  });

  it("is a warning where a way back was left, or the session is over", () => {
    const reference = { kind: "path", text: "/tmp/order.json" };
    const told = declared(looked(), 1).event({
      type: "context.edited",
      turn: 2,
      how: "removed",
      blocks: ["result:c1"],
      reference,
    });
    expect(find(evict(told), atRisk)).toMatchObject([{ severity: "warning" }]);
    const over = evict(declared(looked(), 1)).event({ type: "session.ended", outcome: "ok" });
    expect(find(over, atRisk)).toMatchObject([{ severity: "warning" }]);
  });

  it("becomes another finding, or none, once the step runs", () => {
    const gone = step(evict(declared(looked(), 1)), "started", 2);
    expect(find(gone, atRisk)).toEqual([]);
    expect(find(gone, dangling)).toHaveLength(1);
    const back = evict(declared(looked(), 1)).turn((t) => t.restore("result:c1"));
    expect(find(back, atRisk)).toEqual([]);
    const inLine = back.turn((t) => t.result("c9", "other")).turn((t) => t.drop("result:c9"));
    expect(find(inLine, atRisk)).toMatchObject([
      { severity: "note", sentence: expect.stringContaining("oldest") as string },
    ]);
    expect(find(step(inLine, "started", 3), dangling)).toEqual([]);
  });

  it("says nothing of a step that was skipped or left out, or whose evidence was fetched again", () => {
    expect(find(step(evict(declared(looked(), 1)), "skipped", 2), atRisk)).toEqual([]);
    const revised = evict(declared(looked(), 1)).event({
      type: "plan.revised",
      turn: 2,
      planId: "p",
      steps: [],
    });
    expect(find(revised, atRisk)).toEqual([]);
    const again = evict(declared(looked(), 1))
      .turn((t) => t.calls("get_order", { order: 7 }, "c2"))
      .turn((t) => t.result("c2", RESULT));
    expect(find(again, atRisk)).toEqual([]);
  });
});

describe("plan.unknown_need", () => {
  it("tells of a need that names nothing", () => {
    const [finding] = find(
      declared(looked(), 1, [{ id: "a", text: "Act", dependsOn: ["c1", "tc_99"] }]),
      unknownNeed,
    );
    expect(finding).toMatchObject({ from: 1, numbers: { needs: 1 } });
    expect(finding?.sentence).toContain(
      'Step "Act" declares 1 need that names nothing in the session: "tc_99".',
    );
  });

  it("knows blocks, calls, steps, and calls that come later", () => {
    const steps = [
      { id: "a", text: "Look" },
      { id: "b", text: "Act", dependsOn: ["result:c1", "c1", "call:c1", "a", "c2"] },
    ];
    expect(
      find(
        declared(looked(), 1, steps).turn((t) => t.calls("go", {}, "c2")),
        unknownNeed,
      ),
    ).toEqual([]);
  });
});

describe("plan.revised_on_evicted", () => {
  it("is a first plan on what had left", () => {
    const [finding] = find(declared(evict(looked()), 2), planRevisedOnEvicted);
    expect(finding).toMatchObject({ severity: "serious", from: 2, blocks: ["result:c1"] });
    expect(finding?.sentence).toContain("declared at turn 2");
    expect(find(declared(looked(), 1), planRevisedOnEvicted)).toEqual([]);
  });

  it("is a known step that gains a need after the evidence left", () => {
    const before = declared(looked(), 1, [{ id: "mail", text: "Send the mail" }]);
    const revised = (story: TraceBuilder, turn: number) =>
      story.event({ type: "plan.revised", turn, planId: "p", steps: STEPS });
    expect(find(revised(evict(before), 2), planRevisedOnEvicted)).toMatchObject([{ from: 2 }]);
    expect(
      find(evict(revised(declared(looked(), 1, [{ id: "mail", text: "Send" }]), 1)), planRevisedOnEvicted),
    ).toEqual([]);
  });

  it("is none when a plan only says again what it needed before", () => {
    const again = evict(declared(looked(), 1)).event({
      type: "plan.revised",
      turn: 2,
      planId: "p",
      steps: STEPS,
    });
    expect(find(again, planRevisedOnEvicted)).toEqual([]);
  });
});

describe("validator.contradicted", () => {
  const checked = (story: TraceBuilder, turn: number, more: object) =>
    story.event({
      type: "step.validated",
      planId: "p",
      turn,
      step: "mail",
      present: [],
      missing: [],
      action: "proceed",
      ...more,
    });

  it("is a check that calls present what is gone, or missing what stands", () => {
    const lied = checked(evict(declared(looked(), 1)), 2, { present: ["c1"] });
    expect(find(lied, validatorContradicted)).toMatchObject([
      { severity: "serious", from: 2, blocks: ["result:c1"] },
    ]);
    expect(
      find(checked(declared(looked(), 1), 1, { missing: ["c1"], action: "refetch" }), validatorContradicted),
    ).toMatchObject([{ severity: "warning" }]);
  });

  it("is none when the check is right", () => {
    expect(find(checked(declared(looked(), 1), 1, { present: ["c1"] }), validatorContradicted)).toEqual([]);
    const gone = checked(evict(declared(looked(), 1)), 2, { missing: ["c1"], action: "refetch" });
    expect(find(gone, validatorContradicted)).toEqual([]);
  });

  it("is a step that runs although its check said abort", () => {
    const stopped = () => checked(evict(declared(looked(), 1)), 2, { missing: ["c1"], action: "abort" });
    expect(find(step(stopped(), "started", 2), validatorContradicted)).toMatchObject([{ from: 2, to: 2 }]);
    expect(find(stopped(), validatorContradicted)).toEqual([]);
    expect(find(step(stopped(), "skipped", 2), validatorContradicted)).toEqual([]);
    const later = checked(
      stopped().turn((t) => t.restore("result:c1")),
      3,
      { present: ["c1"] },
    );
    expect(find(step(later, "started", 3), validatorContradicted)).toEqual([]);
  });

  it("is a clearing that was reported and did not happen", () => {
    const reported = (drops: boolean) =>
      looked()
        .event({ type: "context.edited", turn: 2, how: "cleared", blocks: ["result:c1"] })
        .turn((t) => (drops ? t.clear("result:c1") : t));
    expect(find(reported(false), validatorContradicted)).toMatchObject([{ from: 2, blocks: ["result:c1"] }]);
    expect(find(reported(true), validatorContradicted)).toEqual([]);
  });
});

describe("a check of what a step uses", () => {
  const checked = (story: TraceBuilder, turn: number) =>
    find(
      story.event({
        type: "step.validated",
        planId: "p",
        step: "mail",
        turn,
        present: ["c1"],
        missing: [],
        action: "proceed",
      }),
      validatorContradicted,
    );

  it("is not true where an excerpt stands that does not say it", () => {
    const cut = (text: string) => declared(looked(), 1).turn((t) => t.stand("result:c1", "excerpt", text));
    expect(checked(cut('{"order":"A-77… [trimmed]'), 2)).toMatchObject([{ severity: "serious", from: 2 }]);
    expect(checked(cut('{"order":"A-7734-XK","status":"pending"… [trimmed]'), 2)).toEqual([]);
  });

  it("is true where it was fetched again and stands", () => {
    const again = evict(declared(looked(), 1)).turn((t) => t.calls("get_order", { order: 7 }, "c2"));
    expect(checked(again, 3)).toHaveLength(1);
    const back = evict(declared(looked(), 1))
      .turn((t) => t.calls("get_order", { order: 7 }, "c2"))
      .turn((t) => t.result("c2", RESULT));
    expect(checked(back, 4)).toEqual([]);
  });
});

describe("a need that is the path of a file", () => {
  it("is known by the call that read it, however it is spelt", () => {
    const read = (need: string) =>
      find(
        declared(
          trace()
            .turn((t) => t.user("Go.").calls("read_file", { path: "src/a.ts" }, "c1"))
            .turn((t) => t.result("c1", "export const a = 1;")),
          1,
          [{ id: "mail", text: "Edit it", dependsOn: [need] }],
        ),
        unknownNeed,
      );
    expect(read("./src/a.ts")).toEqual([]);
    expect(read("src/b.ts")).toHaveLength(1);
  });
});
