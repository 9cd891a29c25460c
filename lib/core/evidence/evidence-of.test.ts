import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "./plan/plans-of";
import type { TraceEvent } from "../trace/event";
import { foldRecording } from "../trace/fold/recording";
import type { Evidence } from "./edge";
import { deriveEvidence } from "./evidence-of";
import { countUses } from "./use-state";
import { demoStory } from "@/lib/demo";

function analyse(events: readonly TraceEvent[]): Evidence & { lines: string[] } {
  const recording = foldRecording(events);
  const evidence = deriveEvidence(recording, buildPlans(recording));
  const name = (block: number | null) => (block === null ? "" : (recording.session.blocks[block]?.id ?? "?"));
  const lines = evidence.edges.map(
    ({ from, to, kind, state, residual, residualBlock, matched }) =>
      `turn ${to.turn}: ${to.step ?? name(to.block)} needs ${name(from)}, ${kind} ${state}` +
      (matched.length > 0 ? ` (${matched.join(", ")})` : "") +
      (residual ? `, said again by ${name(residualBlock)}` : ""),
  );
  return { ...evidence, lines };
}
const edgesIn = (story: TraceBuilder) => analyse(story.events()).lines;

const looked = () =>
  trace()
    .turn((t) => t.user("where is it?").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", '{"shipment":"SHP-93411","state":"pending"}').says("I see."));
const used = (story: TraceBuilder) => story.turn((t) => t.calls("track", { shipment: "SHP-93411" }, "c9"));

describe("a value that appeared in a result and is used again", () => {
  it("is an edge, live while the result stands", () => {
    expect(edgesIn(used(looked()))).toEqual(["turn 2: call:c9 needs result:c1, inferred live (SHP-93411)"]);
  });

  it("is one use where the call is written in the reply, and two where the API gives the call beside a text", () => {
    const story = looked().turn((t) =>
      t.says("track(SHP-93411)").calls("track", { shipment: "SHP-93411" }, "c9"),
    );
    const written = story.events().map((event) =>
      event.type === "turn.recorded"
        ? {
            ...event,
            output: event.output?.map((block) =>
              block.toolCallId === "c9"
                ? { ...block, tokens: { value: 0, provenance: "measured" as const } }
                : block,
            ),
          }
        : event,
    );
    expect([edgesIn(story).length, analyse(written).lines]).toEqual([
      2,
      ["turn 2: call:c9 needs result:c1, inferred live (SHP-93411)"],
    ]);
  });

  it("dangles once the result has left without a reference", () => {
    const story = used(looked().turn((t) => t.drop("result:c1").says("hm")));
    expect(edgesIn(story)).toEqual(["turn 3: call:c9 needs result:c1, inferred dangling (SHP-93411)"]);
    expect(analyse(story.events()).edges[0]).toMatchObject({ leftTurn: 2, residual: false });
  });

  it("is dangling behind a bare placeholder, which says that something was there and leads nowhere", () => {
    expect(edgesIn(used(looked().turn((t) => t.clear("result:c1"))))[0]).toContain("inferred dangling");
  });

  it("is live while an excerpt with the value stands in its place, and dangles behind one without it", () => {
    expect(edgesIn(used(looked().turn((t) => t.stand("result:c1", "excerpt", "{…"))))[0]).toContain(
      "dangling",
    );
    expect(edgesIn(used(looked().turn((t) => t.stand("result:c1", "excerpt", "SHP-93411 …"))))[0]).toContain(
      "live",
    );
  });

  it("is referenced by what the harness left as it went, whether or not it stands in the window", () => {
    const story = looked()
      .event({
        type: "context.edited",
        turn: 2,
        how: "removed",
        blocks: ["result:c1"],
        reference: { kind: "path", text: "/tmp/order.json" },
      })
      .turn((t) => t.drop("result:c1"));
    expect(edgesIn(used(story))[0]).toContain("inferred referenced");
  });

  it("is refetched when the same call was made again", () => {
    const story = looked()
      .turn((t) => t.drop("result:c1").calls("get_order", { id: 7 }, "c2"))
      .turn((t) => t.result("c2", '{"shipment":"SHP-93411"}').says("again"));
    expect(edgesIn(used(story))).toEqual(["turn 4: call:c9 needs result:c1, inferred refetched (SHP-93411)"]);
  });

  it("is residual when only the model's own words in the window still say it", () => {
    const story = looked()
      .turn((t) => t.says("It travels as SHP-93411."))
      .turn((t) => t.drop("result:c1").says("hm"));
    expect(edgesIn(used(story)).at(-1)).toBe(
      "turn 4: call:c9 needs result:c1, inferred dangling (SHP-93411), said again by answer2",
    );
  });

  it("is residual when a summary took its place and still says it", () => {
    const story = looked().turn((t) => t.compact("sum", "Shipment SHP-93411 is pending.", ["result:c1"]));
    expect(edgesIn(used(story))).toEqual([
      "turn 3: call:c9 needs result:c1, inferred dangling (SHP-93411), said again by sum",
    ]);
  });

  it("is residual, not fetched again, when a call has acted on it in the meantime", () => {
    const story = looked()
      .turn((t) => t.drop("result:c1").calls("notify", { shipment: "SHP-93411" }, "c2"))
      .turn((t) => t.result("c2", "ok").says("told"));
    expect(edgesIn(used(story)).at(-1)).toBe(
      "turn 4: call:c9 needs result:c1, inferred dangling (SHP-93411), said again by call:c2",
    );
  });

  it("is refetched when a call has gone to the path or the page that it names", () => {
    const story = trace()
      .turn((t) => t.calls("list", {}, "c1"))
      .turn((t) => t.result("c1", "docs/hooks/setup.md").says("I see."))
      .turn((t) => t.drop("result:c1").calls("read", { path: "docs/hooks/setup.md" }, "c2"))
      .turn((t) => t.result("c2", "# Setup").calls("edit", { path: "docs/hooks/setup.md" }, "c3"));
    expect(edgesIn(story).map((line) => line.slice(0, 58))).toEqual([
      "turn 3: call:c3 needs result:c1, inferred refetched (docs/",
    ]);
  });

  it("is pinned where the harness says that it held it", () => {
    const story = used(looked()).event({
      type: "context.decided",
      runId: "r",
      turnId: "t",
      turn: 2,
      included: [
        { sourceId: "result:c1", sourceKind: "tool_result", mode: "full", reason: "pinned by the plan" },
      ],
      excluded: [],
      compactions: [],
    });
    expect(edgesIn(story)).toEqual(["turn 2: call:c9 needs result:c1, inferred pinned (SHP-93411)"]);
  });

  it("is no evidence when the instructions, the user or the model said it first", () => {
    const call = (story: TraceBuilder) =>
      edgesIn(story.turn((t) => t.result("c1", "SHP-93411").calls("track", { s: "SHP-93411" })));
    expect(call(trace().turn((t) => t.system("Use SHP-93411.").calls("get", {}, "c1")))).toEqual([]);
    expect(call(trace().turn((t) => t.user("SHP-93411?").calls("get", {}, "c1")))).toEqual([]);
    expect(call(trace().turn((t) => t.calls("get", { s: "SHP-93411" }, "c1")))).toEqual([]);
  });

  it("is no evidence when everything says it", () => {
    const story = trace().turn((t) => t.user("go"));
    for (let i = 0; i < 8; i++) {
      story.turn((t) => t.calls("get", { i }, `c${i}`));
      story.turn((t) => t.result(`c${i}`, `host-77aa ${i}`));
    }
    expect(edgesIn(story.turn((t) => t.calls("ping", { host: "host-77aa" })))).toEqual([]);
  });
});

describe("what a step was declared to need", () => {
  it("is the edge of the refund story: the branch ran on an order that had left", () => {
    const { edges, lines } = analyse(demoStory("refund"));
    expect(lines.filter((line) => line.includes("dangling"))).toEqual([
      "turn 4: branch needs result:order, declared dangling",
    ]);
    expect(countUses(edges).dangling).toBe(1);
  });

  it("may be named by block, by call, or by the step that produced it", () => {
    const plan = (dependsOn: string[]) =>
      edgesIn(
        trace()
          .event({
            type: "plan.declared",
            turn: 0,
            steps: [
              { id: "look", text: "Look" },
              { id: "act", text: "Act", dependsOn },
            ],
          })
          .turn((t) => t.calls("get", {}, "c1"))
          .event({ type: "plan.step", step: "look", status: "completed", turn: 0, output: ["result:c1"] })
          .turn((t) => t.result("c1", "x"))
          .event({ type: "plan.step", step: "act", status: "started", turn: 1 }),
      );
    const edge = ["turn 1: act needs result:c1, declared live"];
    expect(plan(["result:c1"])).toEqual(edge);
    expect(plan(["c1"])).toEqual(edge);
    expect(plan(["call:c1"])).toEqual(edge);
    expect(plan(["look"])).toEqual(edge);
    expect(plan(["nothing"])).toEqual([]);
  });

  it("is confirmed by a value that the step used", () => {
    const story = looked()
      .event({
        type: "plan.declared",
        turn: 1,
        steps: [{ id: "track", text: "Track it", dependsOn: ["c1"] }],
      })
      .event({ type: "plan.step", step: "track", status: "started", turn: 2 });
    expect(edgesIn(used(story))).toEqual(["turn 2: track needs result:c1, declared live (SHP-93411)"]);
  });

  it("is residual where the model's own words still say what the step used of it", () => {
    const story = looked()
      .event({
        type: "plan.declared",
        turn: 1,
        steps: [{ id: "track", text: "Track it", dependsOn: ["c1"] }],
      })
      .turn((t) => t.says("It travels as SHP-93411."))
      .turn((t) => t.drop("result:c1").says("hm"))
      .event({ type: "plan.step", step: "track", status: "started", turn: 4 });
    expect(edgesIn(used(story)).at(-1)).toBe(
      "turn 4: track needs result:c1, declared dangling (SHP-93411), said again by answer2",
    );
  });

  it("does not count as missing while the step has not run", () => {
    const story = looked()
      .event({
        type: "plan.declared",
        turn: 1,
        steps: [{ id: "track", text: "Track it", dependsOn: ["c1"] }],
      })
      .turn((t) => t.drop("result:c1"));
    const { edges } = analyse(story.events());
    expect(edges).toMatchObject([{ state: "dangling", executed: false }]);
    expect(countUses(edges).dangling).toBe(0);
  });
});
