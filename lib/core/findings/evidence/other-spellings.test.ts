import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";

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

const ORDER = '"status":"shipped","total":12.5,"eta":"2026-03-14","paid":true';

describe("what a summary says of a result", () => {
  it.each([
    "Order A-7734-XK: eta March 14, 2026, total $12.50.",
    "Order A-7734-XK: eta 14.03.2026",
    "A-7734-XK was previously pending; it is shipped now.",
    "A-7734-XK: the user wants it cancelled.",
    "A cancelled order is refunded. Order A-7734-XK was looked at.",
    "A-7734-XK was shipped but B-1200-QQ is pending.",
    "All but one were shipped: A-7734-XK.",
  ])("is no other value: %s", (summary) => {
    expect(codesOf(ORDER, summary)).not.toContain("summary.contradicts");
  });

  it.each([
    "Order A-7734-XK: eta 15 March 2026.",
    "A-7734-XK: total 12.05",
    "Order A-7734-XK is unpaid.",
    "Order A-7734-XK: paid: no",
    "A-7734-XK pending, B-1200-QQ shipped",
    "A-7734-XK has not been shipped.",
  ])("is another value: %s", (summary) => {
    expect(codesOf(ORDER, summary)).toContain("summary.contradicts");
  });

  it.each([
    ["A-7734-XK and B-1200-QQ are both pending.", "evidence.residual"],
    ["A-7734-XK is pending, B-1200-QQ shipped.", "evidence.residual"],
    ["A-7734-XK was looked at, B-1200-QQ is pending.", "evidence.dangling"],
    ["A-7734-XK was looked at. Pending: B-1200-QQ.", "evidence.dangling"],
  ])("is said of the thing that is named nearest: %s", (summary, code) => {
    const result = '"status":"pending","next":{"order":"B-1200-QQ","status":"shipped"}';
    expect(codesOf(result, summary, "Mail A-7734-XK if it was shipped")).toContain(code);
  });
});
