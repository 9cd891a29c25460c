import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { buildPlans } from "./plan/plans-of";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";

function edgesIn(story: TraceBuilder) {
  const recording = foldRecording(story.events());
  return deriveEvidence(recording, buildPlans(recording)).edges.filter(({ kind }) => kind === "declared");
}

const CALL = { order: 7 };
const RESULT = '{"order":"A-7734-XK","status":"pending"}';

/** The order is fetched in turn 0 and stands from turn 1 on, where a plan says that a step needs it. */
const planned = () =>
  trace()
    .turn((t) => t.user("Refund or mail.").calls("get_order", CALL, "c1"))
    .turn((t) => t.result("c1", RESULT))
    .event({
      type: "plan.declared",
      turn: 1,
      steps: [{ id: "mail", text: "Send the mail if the order was shipped", dependsOn: ["c1"] }],
    });
const step = (story: TraceBuilder, status: string, more: object = {}) =>
  story.event({ type: "plan.step", step: "mail", status, ...more });
const work = (story: TraceBuilder) => story.turn((t) => t.says("working"));
const evict = (story: TraceBuilder) => story.turn((t) => t.drop("call:c1", "result:c1"));

describe("a step that lasts several turns", () => {
  it("dangles at the first turn at which its evidence was gone, not only at its start", () => {
    const story = step(work(evict(work(step(planned(), "started", { turn: 1 })))), "completed", { turn: 4 });
    expect(edgesIn(story)).toMatchObject([{ state: "dangling", to: { turn: 3 }, leftTurn: 3 }]);
  });

  it("is live when the evidence left only after the step was over", () => {
    const story = evict(step(work(step(planned(), "started", { turn: 1 })), "completed", { turn: 2 }));
    expect(edgesIn(story)).toMatchObject([{ state: "live", to: { turn: 1 } }]);
  });

  it("is judged again when it is begun again", () => {
    const failed = step(step(planned(), "started", { turn: 1 }), "failed", { turn: 1 });
    const again = step(step(work(evict(failed)), "started", { turn: 3 }), "completed", { turn: 3 });
    expect(edgesIn(again)).toMatchObject([{ state: "dangling", to: { turn: 3 } }]);
  });

  it("is refetched when the turn that lacked it fetched it again", () => {
    const story = step(planned(), "started", { turn: 1 })
      .turn((t) => t.drop("call:c1", "result:c1").calls("get_order", CALL, "c2"))
      .turn((t) => t.result("c2", RESULT));
    expect(edgesIn(step(story, "completed", { turn: 3 }))).toMatchObject([
      { state: "refetched", to: { turn: 2 } },
    ]);
  });

  it("dangles when what fetched it again failed", () => {
    const story = step(planned(), "started", { turn: 1 })
      .turn((t) => t.drop("call:c1", "result:c1").calls("get_order", CALL, "c2"))
      .turn((t) => t.result("c2", '{"error":"order service answered 503"}'));
    expect(edgesIn(step(story, "completed", { turn: 3 }))).toMatchObject([{ state: "dangling" }]);
  });

  it("is live once the evidence itself was put back before the step ran", () => {
    const story = evict(planned()).turn((t) => t.restore("result:c1"));
    expect(edgesIn(step(step(story, "started", { turn: 3 }), "completed", { turn: 3 }))).toMatchObject([
      { state: "live", to: { turn: 3 } },
    ]);
  });
});

describe("a start that was told between two calls", () => {
  it("belongs to the next call although the end of the step names that turn", () => {
    const started = step(evict(planned()), "started").turn((t) => t.restore("result:c1").says("Mailed."));
    expect(edgesIn(step(started, "completed", { turn: 3 }))).toMatchObject([
      { state: "live", to: { turn: 3 } },
    ]);
  });

  it("belongs to the next call", () => {
    const story = step(evict(step(planned(), "started")), "completed");
    expect(edgesIn(story)).toMatchObject([{ executed: true, state: "dangling", to: { turn: 2 } }]);
    expect(edgesIn(work(step(planned(), "started")))).toMatchObject([{ state: "live", to: { turn: 2 } }]);
  });

  it("belongs to the call before when the step was over before the next one", () => {
    const story = evict(step(step(planned(), "started"), "completed"));
    expect(edgesIn(story)).toMatchObject([{ executed: true, state: "live", to: { turn: 1 } }]);
  });

  it("has not run while the next call has not come", () => {
    expect(edgesIn(step(evict(planned()), "started"))).toMatchObject([
      { executed: false, state: "dangling" },
    ]);
  });

  it("belongs to the turn that it names", () => {
    expect(
      edgesIn(evict(step(step(planned(), "started", { turn: 1 }), "completed", { turn: 1 }))),
    ).toMatchObject([{ state: "live", to: { turn: 1 } }]);
  });
});

describe("a step whose need was taken back", () => {
  it("needs nothing any more, unless it ran while it needed it", () => {
    const revised = (story: TraceBuilder) =>
      story.event({
        type: "plan.revised",
        turn: 2,
        steps: [{ id: "mail", text: "Ask first", dependsOn: [] }],
      });
    expect(edgesIn(revised(evict(planned())))).toEqual([]);
    const ran = step(evict(step(planned(), "started", { turn: 1 })), "completed", { turn: 2 });
    expect(edgesIn(revised(ran))).toMatchObject([{ state: "dangling" }]);
  });
});
