import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";
import { buildPlans } from "./plan/plans-of";
import { useStateOf } from "./use-state";

function judged(builder: TraceBuilder) {
  const recording = foldRecording(builder.events());
  const { edges, undecided } = deriveEvidence(recording, buildPlans(recording));
  const name = (block: number) => recording.session.blocks[block]?.id;
  return {
    counted: edges.map((edge) => `${edge.to.turn} ${name(edge.from)} ${useStateOf(edge)}`),
    undecided: undecided.map(({ from, to }) => `${to.turn} ${name(from)}`),
  };
}

const looked = (result = "order A-77341-XK, paid") =>
  trace()
    .turn((t) => t.user("See to it.").calls("get_record", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", result).says("I see."));
const sends = (story: TraceBuilder, value = "A-77341-XK") =>
  story.turn((t) => t.calls("send", { to: value }, "use"));
const left = (story = looked()) => story.turn((t) => t.drop("result:c1").says("On."));

describe("an inferred use is without its evidence", () => {
  it("where the value was present, left, is absent and was used", () => {
    expect(judged(sends(left()))).toEqual({ counted: ["3 result:c1 dangling"], undecided: [] });
  });

  it.each(["a user", "another result", "the model itself", "a summary"])(
    "not where %s says the value in that window, in another spelling",
    (who) => {
      const said = left().turn((t) => {
        if (who === "a user") t.user("It is a 77341 xk.");
        else if (who === "the model itself") t.says("So a77341xk it is.");
        else if (who === "a summary") t.compact("sum", "Order a-77341-xk.", []);
        else t.calls("list", {}, "c2");
      });
      if (who === "another result") said.turn((t) => t.result("c2", '{"open":["a77341xk"]}').says("Yes."));
      if (who === "the model itself") said.turn((t) => t.says("Well."));
      const { counted, undecided } = judged(sends(said));
      const last = { "a user": [], "another result": ["5 result:c2 live"] }[who] ?? [
        who === "a summary" ? "4 result:c1 residual" : "5 result:c1 residual",
      ];
      expect(counted.slice(-1)).toEqual(last.length === 0 ? [] : last);
      expect(undecided).toEqual([]);
    },
  );

  it("though another value of its kind stands there, or a part of it", () => {
    const near = left().turn((t) => t.user("Not A-77342-XK, and not the A-773 series."));
    expect(judged(sends(near)).counted).toEqual(["4 result:c1 dangling"]);
  });

  it("not where its most telling part stands: the rest can be put together", () => {
    const part = left().turn((t) => t.user("Number 77341."));
    expect(judged(sends(part)).counted).toEqual([]);
  });

  it.each([
    ["lookup_record", { q: "A-77341-XK" }],
    ["bash", { command: "grep -rn A-77341-XK orders/" }],
    ["get_record", { id: "A-77341-XK" }],
  ])("not where the call only looks that very thing up: %s", (tool, args) => {
    const story = left().turn((t) => t.calls(tool, args, "use"));
    expect(judged(story)).toEqual({ counted: [], undecided: [] });
  });

  it.each([
    ["bash", { command: "deploy --order A-77341-XK" }],
    ["update_record", { id: "A-77341-XK", state: "void" }],
  ])("where the call changes something: %s", (tool, args) => {
    const story = left().turn((t) => t.calls(tool, args, "use"));
    expect(judged(story).counted).toEqual(["3 result:c1 dangling"]);
  });

  it.each([
    ["whereabouts", { of: "A-77341-XK" }, 0],
    ["modify_it", { of: "A-77341-XK", size: "large" }, 1],
  ])(
    "also of a tool whose result says the value: only with more than the value is %s an act",
    (tool, args, acts) => {
      const story = left()
        .turn((t) => t.calls(tool, args, "use"))
        .turn((t) => t.result("use", `${"It is here now. ".repeat(5)}A-77341-XK`).says("Done."));
      expect(judged(story).counted.filter((line) => line.startsWith("3 "))).toHaveLength(acts);
    },
  );

  it("where it stands only as an excerpt that does not say the value", () => {
    const story = looked().turn((t) => t.stand("result:c1", "excerpt", "order …"));
    expect(judged(sends(story)).counted).toEqual(["3 result:c1 dangling"]);
  });

  it.each(["src/orders/mail.ts", "handleModeChange", "284.5"])(
    "undecided where anybody may know or work out the value: %s",
    (value) => {
      const story = left(looked(`it says ${value} there`)).turn((t) => t.calls("send", { to: value }, "use"));
      expect(judged(story)).toEqual({ counted: [], undecided: ["3 result:c1"] });
    },
  );
});

it("a use that another result of the window says too is one use of it, with all its values", () => {
  const story = looked("order A-77341-XK for B-55120-QT")
    .turn((t) => t.calls("list", {}, "c2"))
    .turn((t) => t.result("c2", "b55120qt; a77341xk; C-90071-ZZ").drop("result:c1").says("Yes."))
    .turn((t) => t.calls("send", { to: ["A-77341-XK", "C-90071-ZZ"] }, "use"));
  expect(judged(story).counted).toEqual(["4 result:c2 live"]);
});
