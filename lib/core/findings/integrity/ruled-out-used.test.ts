import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { ruledOutUsed } from "./ruled-out-used";

const HOST = "HOST-90417733";
const STATE = {
  task: "Move the service.",
  decisions: [
    {
      decision: "stay on the old host",
      rationale: "no downtime",
      alternatives_ruled_out: [`move to ${HOST}`],
    },
  ],
};

const begun = (state: Readonly<Record<string, unknown>> = STATE) =>
  trace()
    .turn((t) => t.user("Move the service.", "goal").says("I will."))
    .event({ type: "checkpoint.taken", turn: 0, state });

const found = (story: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(story.events())), undefined, [ruledOutUsed]).findings;

const writes = (story: TraceBuilder, tool = "update_service", args: object = { host: HOST }) =>
  story.turn((t) => t.calls(tool, args, "c1")).turn((t) => t.result("c1", "done").says("Done."));

describe("what a state had ruled out", () => {
  it("is told where a later call uses it, with the words that ruled it out", () => {
    const [finding, ...more] = found(writes(begun()));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ from: 0, to: 1, blocks: ["call:c1"] });
    expect(finding?.sentence).toContain(`"move to ${HOST}"`);
    expect(finding?.claims.map(({ is }) => is)).toEqual(["declared", "used"]);
  });

  it("is told of a list of the state itself, too", () => {
    expect(found(writes(begun({ task: "Move.", ruled_out: [`move to ${HOST}`] })))).toHaveLength(1);
  });

  it("may be looked at", () => {
    expect(found(writes(begun(), "get_service"))).toEqual([]);
    expect(found(writes(begun(), "bash", { command: `grep -r ${HOST} .` }))).toEqual([]);
  });

  it("is open again once the user names it, or a later state rules it out no more", () => {
    const asked = begun().turn((t) => t.user(`Take ${HOST} after all.`, "m1").says("Yes."));
    expect(found(writes(asked))).toEqual([]);
    const newer = begun()
      .turn((t) => t.says("On."))
      .event({ type: "checkpoint.taken", turn: 1, state: { ...STATE, decisions: [] } });
    expect(found(writes(newer))).toEqual([]);
  });

  it("is not what the same state decides for", () => {
    const state = {
      decisions: [{ decision: `use ${HOST}`, alternatives_ruled_out: [`${HOST} without a backup`] }],
    };
    expect(found(writes(begun(state)))).toEqual([]);
  });

  it("is nothing that anybody could name without it", () => {
    const state = { decisions: [{ decision: "wait", alternatives_ruled_out: ["another service"] }] };
    expect(found(writes(begun(state), "update_service", { host: "another service" }))).toEqual([]);
  });
});
