import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { FindingRule } from "../rule/rule";
import { atRisk } from "./at-risk";
import { dangling } from "./dangling";
import { planLeftWindow } from "./plan-left-window";
import { planRevisedOnEvicted } from "./plan-revised-on-evicted";
import { residual } from "./residual";
import { stepUnvalidated } from "./step-unvalidated";

const find = (builder: TraceBuilder, rule: FindingRule) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [rule]).findings;

const STEPS = [{ id: "mail", text: "Send the mail if the order was shipped", dependsOn: ["c1"] }];

const planned = () =>
  trace()
    .turn((t) => t.user("Refund or mail.", "goal").calls("get_order", { id: 7 }, "c1"))
    .event({ type: "plan.declared", turn: 1, planId: "p", block: "plan", steps: STEPS })
    .turn((t) =>
      t.result("c1", '{"order":"A-7734-XK","status":"pending"}').block("plan", "plan", "1. mail if shipped"),
    );

const runs = (builder: TraceBuilder, turn: number) =>
  builder.event({ type: "plan.step", planId: "p", turn, step: "mail", status: "started" });

const evicted = (builder: TraceBuilder) => builder.turn((t) => t.drop("call:c1", "result:c1"));

describe("evidence.dangling", () => {
  it("is a step that ran after its evidence had left", () => {
    expect(find(runs(evicted(planned()), 2), dangling)).toMatchObject([
      { severity: "serious", to: 2, blocks: ["result:c1"], proof: { view: "plan", turn: 2 } },
    ]);
  });

  it("is none while the evidence stands, or the step has not run", () => {
    expect(find(runs(planned(), 1), dangling)).toEqual([]);
    expect(find(evicted(planned()), dangling)).toEqual([]);
  });
});

describe("evidence.residual", () => {
  it("is told apart from dangling: the model's own words still say it", () => {
    const told = planned()
      .turn((t) => t.says("The order A-7734-XK is pending.", "note"))
      .turn((t) => t.drop("call:c1", "result:c1").calls("send_mail", { order: "A-7734-XK" }, "c2"));
    expect(find(told, residual)).toMatchObject([{ to: 3 }]);
    expect(find(told, dangling)).toEqual([]);
  });
});

describe("evidence.at_risk", () => {
  it("warns of an unexecuted step whose evidence is among the oldest results", () => {
    const pruning = planned()
      .turn((t) => t.calls("list", {}, "c2"))
      .turn((t) => t.result("c2", "a b c"))
      .turn((t) => t.drop("call:c2", "result:c2"));
    expect(find(pruning, atRisk)).toMatchObject([{ blocks: ["result:c1"] }]);
    expect(find(planned(), atRisk)).toEqual([]);
  });
});

describe("plan.left_window", () => {
  it("tells from when to when an unfinished plan was out of sight", () => {
    const lost = planned().turn((t) => t.drop("plan"));
    expect(find(lost, planLeftWindow)).toMatchObject([{ from: 2, numbers: { open: 1 }, blocks: ["plan"] }]);
  });

  it("says nothing of a plan that is done", () => {
    const done = planned()
      .event({ type: "plan.step", planId: "p", turn: 1, step: "mail", status: "completed" })
      .turn((t) => t.drop("plan"));
    expect(find(done, planLeftWindow)).toEqual([]);
  });

  it("says nothing where a summary tells of the open steps in its own words", () => {
    const [alike, other] = [
      "Next: if it was shipped, send the customer a mail about the order.",
      "All is well.",
    ];
    const after = (summary: string) => planned().turn((t) => t.compact("sum", summary, ["plan"]));
    expect(find(after(alike), planLeftWindow)).toEqual([]);
    expect(find(after(other), planLeftWindow)).toHaveLength(1);
  });

  it("quotes and counts the steps as they were then", () => {
    const lost = planned()
      .turn((t) => t.drop("plan"))
      .turn((t) => t.user("Go on."))
      .turn((t) => t.user("And on."))
      .event({
        type: "plan.revised",
        turn: 4,
        planId: "p",
        steps: [
          { id: "mail", text: "Call the customer" },
          { id: "note", text: "Write a note" },
        ],
      });
    expect(find(lost, planLeftWindow)).toMatchObject([
      {
        sentence: expect.stringMatching(
          /1 of 1 steps still open; .* "Send the mail if the order was shipped"/,
        ),
      },
    ]);
  });
});

describe("plan.revised_on_evicted", () => {
  it("is a new step that needs what has left", () => {
    const revised = evicted(planned()).event({
      type: "plan.revised",
      turn: 2,
      planId: "p",
      steps: [...STEPS, { id: "check", text: "Check the order again", dependsOn: ["c1"] }],
    });
    expect(find(revised, planRevisedOnEvicted)).toMatchObject([{ from: 2, blocks: ["result:c1"] }]);
  });
});

describe("step.unvalidated", () => {
  it("is a step that ran on evidence which a check would have missed", () => {
    expect(find(runs(evicted(planned()), 2), stepUnvalidated)).toHaveLength(1);
    expect(find(runs(planned(), 1), stepUnvalidated)).toEqual([]);
  });
});

describe("plan.left_window of a plan that a tracker keeps", () => {
  const TITLES = ["Write the lexer of numbers", "Print errors with their places"];
  const filed = (titles: readonly string[]) =>
    trace()
      .turn((t) => {
        t.system("s").user("Build the parser.", "goal");
        titles.forEach((title, i) => t.calls("mcp__github__create_issue", { title }, `c${i}`));
      })
      .turn((t) => {
        titles.forEach((title, i) => t.result(`c${i}`, JSON.stringify({ number: i + 1, title })));
        t.says("Filed.");
      });
  it("is none, since the tracker still has it", () => {
    const gone = filed(TITLES).turn((t) => t.dropAllBut("system", "goal"));
    expect(find(gone, planLeftWindow)).toEqual([]);
  });
});
