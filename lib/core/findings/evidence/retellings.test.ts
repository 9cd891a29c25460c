import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";

function heldOrNot(record: string, step: string, summary: string): "held" | "silent" | "wrong" | string {
  const story = trace()
    .turn((t) => t.user("Work through the ward list.").calls("read_record", { nr: 3 }, "c1"))
    .turn((t) => t.result("c1", record).says("Read."))
    .event({ type: "plan.declared", turn: 1, steps: [{ id: "s", text: step, dependsOn: ["c1"] }] })
    .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1"]))
    .turn((t) => t.says("Doing it."))
    .event({ type: "plan.step", step: "s", status: "started", turn: 3 })
    .event({ type: "plan.step", step: "s", status: "completed", turn: 3 });
  const codes = new Set(findAll(analysed(recordingOf(story.events()))).findings.map(({ code }) => code));
  if (codes.has("summary.contradicts")) return codes.has("evidence.residual") ? "held and wrong" : "wrong";
  return codes.has("evidence.residual") ? "held" : codes.has("evidence.dangling") ? "silent" : "nothing";
}

const WARD =
  '{"patient":"P-30417","ward":"C3","status":"on_hold","dose_mg":250,"weight":"71.5 kg","allergic":false,"next_visit":"2026-05-09"}';

describe("a record of a patient, told again", () => {
  it.each([
    ["Release the order unless the status is on hold", "P-30417: on hold.", "held"],
    [
      "Release the order unless the status is on hold",
      "| patient | status |\n|---|---|\n| P-30417 | on-hold |",
      "held",
    ],
    ["Release the order unless the status is on hold", '{"patient":"P-30417","status":"on_hold"}', "held"],
    ["Release the order unless the status is on hold", "P-30417 was seen.", "silent"],
    ["Release the order unless the status is on hold", "P-30417: status: released", "wrong"],
    ["Give the dose", "P-30417 gets 250 mg.", "held"],
    ["Give the dose mg", "Dose mg of P-30417: 0.25 g", "held"],
    ["Give the dose mg", "Dose mg of P-30417: 520", "wrong"],
    ["Give the dose mg", "P-30417 gets the dose at noon.", "silent"],
    ["Note the weight", "P-30417 weighs 71,5 kg (weight).", "held"],
    ["Note the weight", "Weight of P-30417: 71500 g", "held"],
    ["Note the weight", "Weight of P-30417: 75.1 kg", "wrong"],
    ["Give the drug if not allergic", "P-30417 is not allergic.", "held"],
    ["Give the drug if not allergic", "P-30417 has no known problems.", "silent"],
    ["Give the drug if not allergic", "P-30417 is allergic.", "wrong"],
    ["Give the drug if not allergic", "Ask whether P-30417 is allergic.", "silent"],
    ["Send the next visit", "P-30417 comes on 9 May 2026 (next visit).", "held"],
    ["Send the next visit", "P-30417, next visit: 09.05.2026", "held"],
    ["Send the next visit", "P-30417, next visit: 19.05.2026", "wrong"],
    ["Send the next visit", "P-30417 will come again.", "silent"],
    ["Call the ward", "P-30417 is in C3.", "held"],
    ["Call the ward", "P-30417: ward C4", "wrong"],
    ["Call the ward", "P-30417 is in a ward.", "silent"],
  ])("%s / %s", (step, summary, expected) => {
    expect(heldOrNot(WARD, step, summary)).toBe(expected);
  });
});

const SHIPMENTS =
  "container,state,seal,gross_weight\nMSKU-448120,at sea,FX2291,24800\nMSKU-448121,discharged,FX2292,18350";

describe("a sheet with two things, told again", () => {
  it.each([
    [
      "Book the truck for MSKU-448120 when it is discharged",
      "MSKU-448120 is at sea, MSKU-448121 discharged.",
      "held",
    ],
    ["Book the truck for MSKU-448120 when it is discharged", "MSKU-448121 is discharged.", "silent"],
    ["Book the truck for MSKU-448121 when it is discharged", "Both containers were looked up.", "silent"],
    ["Break the seal of MSKU-448121", "MSKU-448121 has the seal FX2292.", "held"],
    ["Break the seal of MSKU-448121", "MSKU-448121 seal: FX2229", "wrong"],
    ["Declare the gross weight of MSKU-448120", "MSKU-448120: gross weight 24.800 kg", "held"],
    ["Declare the gross weight of MSKU-448120", "MSKU-448120: gross weight 24.8 t", "held"],
    ["Declare the gross weight of MSKU-448120", "MSKU-448120: gross weight 28,400", "wrong"],
  ])("%s / %s", (step, summary, expected) => {
    expect(heldOrNot(SHIPMENTS, step, summary)).toBe(expected);
  });
});

const TICKET =
  "ticket: DESK-5519\nassignee: Noor\npriority: urgent\nescalated: no\nsla_hours: 4\nphone: +31 20 555 0199";

describe("lines of a ticket, told again", () => {
  it.each([
    ["Page the assignee if it is not escalated", "DESK-5519 has not been escalated.", "held"],
    ["Page the assignee if it is not escalated", "DESK-5519 was escalated.", "wrong"],
    ["Page the assignee if it is not escalated", "DESK-5519 could be escalated later.", "silent"],
    ["Check the sla hours", "DESK-5519: sla hours 4", "held"],
    ["Check the sla hours", "DESK-5519: SLA hours: 8", "wrong"],
    ["Call the phone", "DESK-5519, phone +31205550199", "held"],
    ["Call the phone", "DESK-5519, phone +31 20 555 0190", "wrong"],
    ["Call the phone", "DESK-5519 can be called.", "silent"],
  ])("%s / %s", (step, summary, expected) => {
    expect(heldOrNot(TICKET, step, summary)).toBe(expected);
  });
});
