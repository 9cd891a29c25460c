import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { analyseRecording, makeFindingInput } from "../findings/find";
import { foldRecording } from "../trace/fold/recording";
import { checkpointsOf } from "./checkpoints";

const TASK = "Refund order 7, but never a shipped one.";
const STATE = {
  task: TASK,
  constraints: ["Never refund a shipped order"],
  decisions: [{ decision: "Use the form of the shop", reason: "the interface is down" }],
  ruled_out: ["The interface answers 503"],
  plan: ["open the form"],
  evidence: ["orders/7.json"],
  next_action: "open the form",
};

const restarted = (first: string) =>
  trace()
    .turn((t) => t.system("Never answer in French.").user(TASK, "goal"))
    .turn((t) => t.says("I looked."))
    .event({ type: "checkpoint.taken", turn: 1, state: STATE })
    .event({ type: "session.restarted", turn: 2, reason: "the budget" })
    .turn((t) => t.dropAllBut("system").user(first, "state"));

const checkpoints = (builder: TraceBuilder) =>
  checkpointsOf(makeFindingInput(analyseRecording(foldRecording(builder.events()))));
const outcomes = (builder: TraceBuilder) =>
  checkpoints(builder)[0]?.restarts[0]?.items?.map(({ what, outcome }) => `${what}: ${outcome}`) ?? [];

describe("the checkpoints of a session", () => {
  it("have their fields checked", () => {
    const [one] = checkpoints(restarted(JSON.stringify(STATE)));
    expect(one?.entries.every(({ isEnough }) => isEnough)).toBe(true);
    expect(one?.turn).toBe(1);
  });

  it("are compared with the window after a restart: all of it is kept where the state stands in it", () => {
    expect(new Set(outcomes(restarted(JSON.stringify(STATE))).map((line) => line.split(": ")[1]))).toEqual(
      new Set(["kept"]),
    );
  });

  it("say what was lost and what stands in other words", () => {
    const told = outcomes(
      restarted(`${TASK} A shipped order is never to be refunded. Use the form of the shop. orders/7.json`),
    );
    expect(told).toContain("task: kept");
    expect(told).toContain("constraint: kept");
    expect(told).toContain("constraint: paraphrased");
    expect(told).toContain("decision: kept");
    expect(told).toContain("evidence: kept");
    expect(told).toContain("ruled out: lost");
  });

  it("say of a restart without a checkpoint that it is one", () => {
    const story = trace()
      .turn((t) => t.user(TASK, "goal"))
      .event({ type: "session.restarted", turn: 1 })
      .turn((t) => t.drop("goal").user("Go on."));
    expect(checkpoints(story)).toMatchObject([{ turn: null, restarts: [{ turn: 1 }] }]);
  });

  it("are none where none is told of", () => {
    expect(checkpoints(trace().turn((t) => t.user(TASK)))).toEqual([]);
  });
});
