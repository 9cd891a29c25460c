import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "./plan/plans-of";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";

function stateAfter(
  between: (story: TraceBuilder) => TraceBuilder,
  {
    result = '{"order":"A-7734-XK","status":"pending","total":1299.5}',
    text = "Send the mail if the order was shipped",
  } = {},
) {
  const story = trace()
    .turn((t) => t.user("Refund or mail.").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", result))
    .event({ type: "plan.declared", turn: 1, steps: [{ id: "mail", text, dependsOn: ["c1"] }] });
  const after = between(story).turn((t) => t.says("Doing it.", "use"));
  const turn = after.events().filter(({ type }) => type === "turn.recorded").length - 1;
  after.event({ type: "plan.step", step: "mail", status: "started", turn });
  after.event({ type: "plan.step", step: "mail", status: "completed", turn });
  const recording = foldRecording(after.events());
  const [edge] = deriveEvidence(recording, buildPlans(recording)).edges.filter(
    ({ kind }) => kind === "declared",
  );
  return edge === undefined ? "" : `${edge.state}${edge.residual ? ", said again" : ""}`;
}

const summed = (text: string) => (story: TraceBuilder) =>
  story.turn((t) => t.compact("sum", text, ["call:c1", "result:c1"]));
const trimmed = (text: string) => (story: TraceBuilder) =>
  story.turn((t) => t.stand("result:c1", "excerpt", text));
const fetched =
  (result: string, more = {}) =>
  (story: TraceBuilder) =>
    story
      .turn((t) => t.drop("call:c1", "result:c1").calls("get_order", { id: 7 }, "c2"))
      .turn((t) => t.result("c2", result, more))
      .turn((t) => t.says("On."));

describe("a summary in the place of evidence", () => {
  it.each([
    "The order A-7734-XK is pending.",
    "order status: Pending",
    "The order has the status *pending*; it costs 1,299.50.",
  ])("holds it while it says the value: %s", (text) => {
    expect(stateAfter(summed(text))).toBe("dangling, said again");
  });

  it.each(["The order A-7734-XK was looked up.", "The order A-7734-XK was shipped.", ""])(
    "holds nothing when it does not: %s",
    (text) => {
      expect(stateAfter(summed(text))).toBe("dangling");
    },
  );

  it("has to give the number that the step is about", () => {
    const text = "Charge the total of the order";
    expect(stateAfter(summed("The total is 1,299.50 euros."), { text })).toBe("dangling, said again");
    expect(stateAfter(summed("The total is 1,298.50 euros."), { text })).toBe("dangling");
  });
});

describe("an excerpt in the place of evidence", () => {
  it("is live while it says the value", () => {
    expect(stateAfter(trimmed('{"order":"A-7734-XK","status":"pending"… [trimmed]'))).toBe("live");
  });

  it("is not live when it was trimmed to nothing of use", () => {
    expect(stateAfter(trimmed('{"order":"A-77… [trimmed]'))).toBe("dangling");
    expect(stateAfter(trimmed("[trimmed]…"), { text: "Do the next thing" })).toBe("dangling");
  });
});

describe("evidence that was fetched again", () => {
  it("is there when the result says the same, or gives a newer value", () => {
    expect(stateAfter(fetched('{"order":"A-7734-XK","status":"pending"}'))).toBe("refetched");
    expect(stateAfter(fetched('{"order":"A-7734-XK","status":"shipped"}'))).toBe("refetched");
  });

  it.each([
    ["order not found", {}],
    ["HTTP 404 Not Found", {}],
    ['{"error":"no such order"}', {}],
    ['{"order":"A-7734-XK","status":"pending"}', { isError: true }],
    ['{"region":"north"}', {}],
  ])("is not there when fetching it failed or it answers something else: %s", (text, more) => {
    expect(stateAfter(fetched(text, more))).toBe("dangling");
  });
});

describe("tables and key-value text", () => {
  it("give states as JSON does", () => {
    const table = "| order | status |\n| --- | --- |\n| A-7734-XK | pending |";
    const sheet = "order,status\nA-7734-XK,pending\nB-1200-QQ,shipped";
    for (const result of [
      table,
      sheet,
      "Order: A-7734-XK\nStatus: pending",
      "order=A-7734-XK status=pending",
    ]) {
      expect(stateAfter(summed("A-7734-XK was looked up."), { result }), result).toBe("dangling");
      expect(stateAfter(summed("A-7734-XK is pending."), { result }), result).not.toBe("dangling");
    }
  });
});

describe("a reference", () => {
  const left = (story: TraceBuilder) =>
    story
      .event({
        type: "context.edited",
        turn: 2,
        how: "removed",
        blocks: ["result:c1"],
        reference: { kind: "path", text: "/tmp/order.json" },
      })
      .turn((t) => t.drop("call:c1", "result:c1").calls("read", { path: "/tmp/order.json" }, "r"));

  it("holds until following it failed", () => {
    const found = (text: string) => (story: TraceBuilder) => left(story).turn((t) => t.result("r", text));
    expect(stateAfter(left)).toBe("referenced");
    expect(stateAfter(found("no such file or directory: /tmp/order.json"))).toBe("dangling");
    expect(stateAfter(found('{"order":"A-7734-XK","status":"pending"}'))).not.toBe("dangling");
  });
});

describe("a number", () => {
  const text = "Charge the total of the order";
  const result = '{"order":"A-7734-XK","total":12995}';

  it.each(["12,995", "12.995 EUR", "12 995", "12_995", "$12,995.00"])("is said as %s", (written) => {
    expect(stateAfter(summed(`The total is ${written}.`), { text, result })).toBe("dangling, said again");
  });

  it.each(["12,959", "1.2995", "129950"])("is not said as %s", (written) => {
    expect(stateAfter(summed(`The total is ${written}.`), { text, result })).toBe("dangling");
  });

  it("of few digits is said only beside what it is the number of", () => {
    const few = { text, result: '{"order":"A-7734-XK","total":12}' };
    expect(stateAfter(summed("The order total: 12."), few)).toBe("dangling, said again");
    expect(stateAfter(summed("Looked up on 12 May."), few)).toBe("dangling");
  });
});

describe("a result in any structured form", () => {
  it.each([
    ["nested YAML", "order:\n  id: A-7734-XK\n  status: pending"],
    ["a YAML list", "- id: A-7734-XK\n  status: pending\n- id: B-1200-QQ\n  status: shipped"],
    ["JSON in a fence", '```json\n{"order":"A-7734-XK","status":"pending"}\n```'],
    ["JSON after some words", 'Result:\n{"order":"A-7734-XK","status":"pending"}'],
    ["a value a line", '{"order":"A-7734-XK","status":"pending"}\n{"order":"B-1200-QQ","status":"shipped"}'],
    ["what Python prints", "{'order': 'A-7734-XK', 'status': 'pending', 'paid': True}"],
    ["XML", "<order><id>A-7734-XK</id><status>pending</status></order>"],
    ["bold names", "**Order**: A-7734-XK\n**Status:** pending"],
    [
      "aligned columns",
      "ORDER       STATUS    TOTAL\nA-7734-XK   pending   1299.5\nB-1200-QQ   shipped   20",
    ],
  ])("has to be said again by its state: %s", (_, result) => {
    const text = "Mail A-7734-XK if it was shipped";
    expect(stateAfter(summed("A-7734-XK was looked up."), { text, result })).toBe("dangling");
    expect(stateAfter(summed("A-7734-XK is still pending."), { text, result })).toBe("dangling, said again");
  });

  it("has states of its own", () => {
    const own = { result: '{"parcel":"PX-99-1","status":"customs_hold"}', text: "Mail about the status" };
    expect(stateAfter(summed("Parcel PX-99-1 is in customs hold."), own)).toBe("dangling, said again");
    expect(stateAfter(summed("Parcel PX-99-1 was looked at."), own)).toBe("dangling");
  });

  it("has dates that a step names", () => {
    const dated = {
      result: '{"order":"A-7734-XK","delivery_date":"2026-03-14"}',
      text: "Mail the delivery date",
    };
    expect(stateAfter(summed("A-7734-XK, delivery date: 2026-03-14"), dated)).toBe("dangling, said again");
    expect(stateAfter(summed("A-7734-XK has a delivery date."), dated)).toBe("dangling");
  });
});
