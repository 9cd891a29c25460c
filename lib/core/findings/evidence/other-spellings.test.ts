import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";

/** The codes of what is found when a summary takes the place of an order on which a step depends. */
function codesOf(result: string, summary: string, text = "Close the order"): string[] {
  const story = trace()
    .turn((t) => t.user("Look at A-7734-XK.").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", `{"order":"A-7734-XK",${result}}`).says("Seen."))
    .event({ type: "plan.declared", turn: 1, steps: [{ id: "s", text, dependsOn: ["c1"] }] })
    .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1"]))
    .turn((t) => t.says("Doing it."))
    .event({ type: "plan.step", step: "s", status: "started", turn: 3 })
    .event({ type: "plan.step", step: "s", status: "completed", turn: 3 });
  return findAll(analysed(recordingOf(story.events()))).findings.map(({ code }) => code);
}

describe("a number in another unit or another language", () => {
  it.each([
    ['"duration":"3 hours"', "A-7734-XK: duration 3 Stunden."],
    ['"duration":"3 hours"', "Order A-7734-XK has a duration of 180 minutes."],
    ['"duration":"3 hours"', "Order A-7734-XK: duration: 3h"],
    ['"duration":"90 min"', "Order A-7734-XK: duration is 1 h 30 min"],
    ['"timeout_ms":30000', "Order A-7734-XK: timeout ms: 30 s"],
    ['"size":"1024 KiB"', "Order A-7734-XK: size 1 MB"],
    ['"rate":0.25', "Order A-7734-XK: rate 25%"],
    ['"total":1204', "Order A-7734-XK: total 1.2k"],
  ])("is the same: %s / %s", (result, summary) => {
    expect(codesOf(result, summary)).not.toContain("summary.contradicts");
  });

  it.each([
    ['"duration":"3 hours"', "Order A-7734-XK: duration: 180 minuuttia"],
    ['"timeout":30', "Order A-7734-XK: timeout 500 ms"],
  ])("is not compared where its unit is not known: %s / %s", (result, summary) => {
    expect(codesOf(result, summary)).not.toContain("summary.contradicts");
  });

  it.each([
    ['"duration":"3 hours"', "Order A-7734-XK: duration 4 Stunden."],
    ['"duration":"3 hours"', "Order A-7734-XK has a duration of 3 minutes."],
    ['"duration":"3 hours"', "Order A-7734-XK: duration: 4."],
    ['"weight":"2.5 kg"', "Order A-7734-XK: weight 2.5 g"],
    ['"total":1204', "Order A-7734-XK: total 1.4k"],
  ])("is another one: %s / %s", (result, summary) => {
    expect(codesOf(result, summary)).toContain("summary.contradicts");
  });
});

describe("a state in another language", () => {
  it.each([
    ['"status":"pending"', "Die Bestellung A-7734-XK ist noch nicht versendet."],
    ['"status":"pending"', "La commande A-7734-XK est en attente."],
    [
      '"status":"customs_hold"',
      "Die Bestellung A-7734-XK ist nicht frei, status: in Verwahrung bei der Behörde.",
    ],
  ])("is the same, or is not compared: %s / %s", (result, summary) => {
    expect(codesOf(result, summary)).not.toContain("summary.contradicts");
  });

  it.each([
    ['"status":"pending"', "Die Bestellung A-7734-XK ist versendet."],
    ['"status":"shipped"', "Le statut de A-7734-XK : en attente."],
    ['"status":"pending"', "El pedido A-7734-XK fue enviado."],
  ])("is another one: %s / %s", (result, summary) => {
    expect(codesOf(result, summary)).toContain("summary.contradicts");
  });

  it.each([
    ["Die Bestellung A-7734-XK ist ausstehend.", "evidence.residual"],
    ["Die Bestellung A-7734-XK liegt in der Schlange und ist im Lager.", "evidence.residual"],
    ["Die Bestellung A-7734-XK ist nicht ausstehend.", "evidence.dangling"],
    ["Die Bestellung und der Kunde sind in der Liste.", "evidence.dangling"],
  ])("is said, may be said, or is not: %s", (summary, code) => {
    expect(codesOf('"status":"pending"', summary, "Mail if it was shipped")).toContain(code);
  });
});
