import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../trace/fold/recording";
import { evidenceOf } from "./evidence-of";
import { plansOf } from "./plan/plans-of";

const looked = (result: string) =>
  trace()
    .turn((t) => t.user("Refund it unless it is under way.").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", result).says("I see."));

function edgesIn(builder: TraceBuilder): string[] {
  const recording = recordingOf(builder.events());
  const { edges } = evidenceOf(recording, plansOf(recording));
  return edges.map(
    ({ from, to, state, residual, confidence, matched }) =>
      `turn ${to.turn}: ${recording.session.blocks[from]?.id ?? ""} ${residual ? "residual" : state} ${confidence} (${matched.join()})`,
  );
}

const PENDING = '{"order":"A-17","status":"pending"}';

describe("a branch that is decided on a plain word", () => {
  it.each([
    "If shipped, I deny the refund; else I grant it.",
    "Since it is still pending, I refund it.",
    "The order is pending, so I refund it.",
    "Unless the status is delivered, the refund goes out.",
  ])("needs the result that tells the state: %s", (text) => {
    expect(edgesIn(looked(PENDING).turn((t) => t.says(text)))).toEqual([
      "turn 2: result:c1 live 0.4 (pending)",
    ]);
    expect(edgesIn(looked(PENDING).turn((t) => t.drop("result:c1").says(text)))).toEqual([
      "turn 2: result:c1 dangling 0.4 (pending)",
    ]);
  });

  it.each([
    ['{"vol":"AF-7","statut":"annulé"}', "Comme le vol est annulé, je le rembourse."],
    ['{"antrag":"A-7","status":"abgelehnt"}', "Da der Antrag abgelehnt ist, schreibe ich den Widerspruch."],
    ['{"pedido":"P-7","estado":"enviado"}', "Si está enviado, creo una devolución."],
    ['{"patient":"P-7","triage":"urgent"}', "Because the triage is urgent, I page the doctor."],
    ["| lot | grade |\n|---|---|\n| L-7 | rejected |", "The grade is rejected, so I scrap it."],
  ])("is known in other languages and of other names: %s", (result, text) => {
    expect(edgesIn(looked(result).turn((t) => t.drop("result:c1").says(text)))).toHaveLength(1);
  });

  it("is none where the text does not give the word as the value of that name", () => {
    const text = "Because it is urgent, I page the doctor about the triage.";
    const result = '{"patient":"P-7","triage":"urgent"}';
    expect(edgesIn(looked(result).turn((t) => t.drop("result:c1").says(text)))).toEqual([]);
  });

  it("is surer where what the state is of is named", () => {
    const story = looked(PENDING).turn((t) =>
      t.drop("result:c1").says("If A-17 shipped, I deny the refund."),
    );
    expect(edgesIn(story).at(-1)).toMatch(/^turn 2: result:c1 dangling 0\.[5-9]/);
  });

  it("has its evidence in a summary that says the state, and not in one that does not", () => {
    const told = (summary: string) =>
      edgesIn(
        looked(PENDING).turn((t) => t.compact("sum", summary, ["result:c1"]).says("If shipped, I deny it.")),
      );
    expect(told("The order is pending.")).toEqual(["turn 2: result:c1 residual 0.4 (pending)"]);
    expect(told("An order was looked up.")).toEqual(["turn 2: result:c1 dangling 0.4 (pending)"]);
  });

  it.each([
    ["a word in passing", PENDING, "Shipped goods are out of my hands."],
    [
      "a common word without what it is a state of",
      '{"issue":"I-9","status":"open"}',
      "If you are open to it, I go on.",
    ],
    ["a state that no result tells", '{"note":"hello there"}', "If shipped, I deny the refund."],
    ["a number of a line", "1325: export function a() {}", "If line 1325 is wrong, I fix it."],
  ])("is none for %s", (_, result, text) => {
    expect(edgesIn(looked(result).turn((t) => t.drop("result:c1").says(text)))).toEqual([]);
  });

  it("is none where many things are in such states and none is named", () => {
    const story = trace().turn((t) => t.user("Go.").calls("get_order", { id: 0 }, "c0"));
    for (let i = 1; i < 5; i++)
      story.turn((t) =>
        t
          .result(`c${i - 1}`, `{"order":"A-${i}0${i}","status":"pending"}`)
          .calls("get_order", { id: i }, `c${i}`),
      );
    expect(edgesIn(story.turn((t) => t.says("If shipped, I deny the refund.")))).toEqual([]);
  });
});

describe("a step with a condition", () => {
  it("decides when it runs, and not when the plan is written down", () => {
    const step = "If shipped, deny the refund; else grant it";
    const story = looked(PENDING)
      .turn((t) => t.says(`My plan:\n1. ${step}\n2. Close the case`))
      .turn((t) => t.drop("result:c1").says("Now the first step: if shipped, I deny it."));
    expect(edgesIn(story)).toEqual(["turn 3: result:c1 dangling 0.4 (pending)"]);
  });
});
