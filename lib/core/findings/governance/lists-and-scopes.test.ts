import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import type { TraceBuilder } from "@/lib/testing/trace-builder";

const found = (story: TraceBuilder, prefix: string) =>
  findAll(analyseRecording(foldRecording(story.events())))
    .findings.filter(({ code }) => code.startsWith(prefix))
    .map(({ code, sentence }) => `${code}${/cites (\[[^\]]*\])/.exec(sentence)?.[1] ?? ""}`);

const PACK =
  "[A1] Flights are rebooked free of charge.\n[A2] Vouchers hold a year.\n[A3] Meals.\n[A4] Hotels.";

const cited = (answer: string, pack = PACK) =>
  found(
    trace().turn((t) => t.user("What holds?").block("pack", "retrieval", pack).says(answer)),
    "citation.unresolved",
  );

describe("citations in lists and ranges of names", () => {
  it.each([
    "Rebooking is free [A1, A4].",
    "Rebooking is free [A1,A2;A3].",
    "All of it holds [A1–A4].",
    "All of it holds [A1-A4].",
    "All of it holds [A1–4].",
    "All of it holds [A2 to A4].",
    "Both hold [A1 and A3].",
    "It holds [A2].",
    "The cells [B1, B4] of the sheet are empty.",
    "See [Appendix] and [x].",
  ])("resolve, or cite nothing: %s", (answer) => expect(cited(answer)).toEqual([]));

  it.each([
    ["It holds [A1, A7].", ["[A7]"]],
    ["It holds [A3–A6].", ["[A5]", "[A6]"]],
    ["It holds [A9].", ["[A9]"]],
    ["It holds [A1 and A8].", ["[A8]"]],
  ])("do not resolve: %s", (answer, marks) =>
    expect(cited(answer)).toEqual(marks.map((mark) => `citation.unresolved${mark}`)),
  );

  it("resolve also with longer names and numbers", () => {
    const pack = "[doc-1] a text\n[doc-2] a text\n[doc-3] a text";
    expect(cited("So it is [doc-1, doc-3].", pack)).toEqual([]);
    expect(cited("So it is [doc-2–doc-4].", pack)).toEqual(["citation.unresolved[doc-4]"]);
    expect(cited("So it is [1, 3].", "[1] one\n[2] two\n[3] three")).toEqual([]);
    expect(cited("So it is [1–4].", "[1] one\n[2] two\n[3] three")).toEqual(["citation.unresolved[4]"]);
  });
});

describe("the scope of a memory", () => {
  const recalled = (rules: string, ...memories: string[]) =>
    found(
      trace().turn((t) => {
        t.system(rules).user("Rebook the passengers.");
        memories.forEach((text, i) => t.block(`m${i}`, "memory", text));
        t.says("On it.");
      }),
      "memory.",
    );

  it.each([
    "Crews change at gate 4 (scope: airport=MUC)",
    "scope: airport=MUC\nCrews change at gate 4",
    '{"text":"Crews change at gate 4","scope":{"airport":"MUC"}}',
    '{"text":"Crews change at gate 4","scope":"airport=MUC"}',
    "- Crews change at gate 4 [scope=airport:MUC; confidence=0.9]",
    "Crews change at gate 4 [scope: airport=MUC, terminal=2]",
  ])("may have any name: %s", (memory) => {
    expect(recalled("You help.", memory, "scope: airport=MUC\nBuses run hourly")).toEqual([]);
    expect(recalled("You help.\nairport: MUC", memory)).toEqual([]);
    expect(recalled("You help.\nairport: FRA", memory)).toEqual(["memory.wrong_scope"]);
    expect(recalled("You help with the airport of MUC.\nairport: MUC", memory)).toEqual([]);
  });

  it("is missed where it is missing", () => {
    expect(recalled("You help.", "scope: airport=MUC\nBuses run hourly", "Crews change at gate 4")).toEqual([
      "memory.unscoped",
    ]);
    expect(recalled("You help.", "Crews change at gate 4", "Buses run hourly")).toEqual([]);
  });

  it("is not another one where nothing says what the session works in", () => {
    expect(recalled("You help at the desk.", "scope: airport=MUC\nBuses run hourly")).toEqual([]);
    expect(recalled("Gate: 4", "scope: airport=MUC\nBuses run hourly")).toEqual([]);
    expect(recalled("tenant: acme", "scope: tenant=acme\nBuses run hourly")).toEqual([]);
    expect(recalled("tenant: umbrella", "scope: tenant=acme\nBuses run hourly")).toEqual([
      "memory.wrong_scope",
    ]);
  });
});
