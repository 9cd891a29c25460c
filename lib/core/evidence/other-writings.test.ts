import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";
import { buildPlans } from "./plan/plans-of";
import { useStateOf } from "./use-state";

function edgesIn(builder: TraceBuilder): string[] {
  const recording = foldRecording(builder.events());
  const { edges, undecided } = deriveEvidence(recording, buildPlans(recording));
  return [...edges, ...undecided].map(
    ({ from, to, state }) => `turn ${to.turn}: ${recording.session.blocks[from]?.id ?? ""} ${state}`,
  );
}

const looked = (result: string) =>
  trace()
    .turn((t) => t.user("See to it.").calls("get_record", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", result).says("I see."));

describe("a value that is used in another writing than it came in", () => {
  it.each([
    ["IBAN: DE89 3704 0044 0532 0130 00", { iban: "DE89370400440532013000" }],
    ['{"iban":"DE89370400440532013000"}', { iban: "DE89 3704 0044 0532 0130 00" }],
    ["card 4111 1111 1111 1111", { card: "4111111111111111" }],
    ["call +49 30 1234 5678", { to: "+493012345678" }],
    ["serial ZX-4410-9B-7721", { serial: "ZX44109B7721" }],
    ["id 550e8400-e29b-41d4-a716-446655440000", { id: "550e8400e29b41d4a716446655440000" }],
    ["Betrag: 1.284,50 EUR", { amount: 1284.5 }],
    ["montant : 1 284,50 €", { amount: 1284.5 }],
    ["Betrag CHF 21'284.50", { amount: 21284.5 }],
    ['{"amount":1284.5}', { text: "Bitte 1.284,50 EUR zahlen" }],
    ["total $12,995.00", { amount: 12995 }],
  ])("is evidence: %s / %j", (result, args) => {
    const story = looked(result).turn((t) => t.drop("result:c1").calls("send", args, "c2"));
    expect(edgesIn(story)).toEqual(["turn 2: result:c1 dangling"]);
  });

  it.each([
    ["IBAN: DE89 3704 0044 0532 0130 00", { iban: "DE89370400440532013001" }],
    ["took 1.284 s", { id: 1284 }],
    ["rows 1,284 of 12,995 lines", { id: 12995 }],
    ["1284,50,7\n1285,60,8", { amount: 128450 }],
    ["in 2026-03-14", { at: "20260315" }],
  ])("is none: %s / %j", (result, args) => {
    const story = looked(result).turn((t) => t.drop("result:c1").calls("send", args, "c2"));
    expect(edgesIn(story)).toEqual([]);
  });
});

it.each([
  ["12.480,50", "12480.50"],
  ["12480.50", "12.480,50"],
  ["12 480,50", "12,480.50"],
])("a declared need is in the window where another result says its amount otherwise: %s / %s", (was, now) => {
  const steps = [{ id: "pay", text: "Pay the Betrag", dependsOn: ["c1"] }];
  const story = (again: string) =>
    trace()
      .turn((t) => t.user("Go.").calls("get_invoice", { id: 7 }, "c1"))
      .event({ type: "plan.declared", turn: 1, planId: "p", block: "plan", steps })
      .turn((t) =>
        t.result("c1", `Betrag: ${was} EUR`).block("plan", "plan", "1. pay").says(`It is ${was} EUR.`),
      )
      .turn((t) => t.drop("result:c1").calls("list", {}, "c2"))
      .turn((t) => t.result("c2", `Betrag: ${again} EUR`).says("ok"))
      .event({ type: "plan.step", planId: "p", turn: 4, step: "pay", status: "started" })
      .turn((t) => t.says("Paid."));
  const needs = (again: string) => {
    const recording = foldRecording(story(again).events());
    const { edges } = deriveEvidence(recording, buildPlans(recording));
    return edges.filter(({ kind }) => kind === "declared").map(useStateOf);
  };
  expect(needs(now)).toEqual(["live"]);
  expect(needs("12481.50")).toEqual(["residual"]);
});
