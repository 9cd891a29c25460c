import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";
import { decisionTurnedRound } from "./turned-round";

const TASK = "Move the billing service to the new database.";
const STATE = {
  task: TASK,
  constraints: [],
  decisions: [{ decision: "use logical replication", reason: "no downtime" }],
  ruled_out: ["an upgrade in place, as it needs downtime", "Redis: loses data on a crash"],
  plan: ["copy the data"],
  evidence: [],
  next_action: "create the publication",
};

const found = (act: (t: TurnBuilder) => unknown, state: object, between?: (t: TurnBuilder) => unknown) => {
  const story = trace()
    .turn((t) => t.system("Be careful.").user(TASK).says("I will."))
    .event({ type: "checkpoint.taken", turn: 0, state: STATE })
    .turn((t) =>
      t.dropAllBut("system").block("state", "state_summary", JSON.stringify(state)).says("Going on."),
    )
    .event({ type: "session.restarted", turn: 1 })
    .turn((t) => (between ?? ((one) => one.calls("ls", {}, "c1")))(t))
    .turn((t) => act(t.result("c1", "a.sql")));
  const { findings } = findAll(analysed(recordingOf(story.events())), undefined, [decisionTurnedRound]);
  return findings.map(({ standing }) => standing).join();
};
const says = (text: string) => (t: TurnBuilder) => t.says(text);
const FORGOT = { ...STATE, ruled_out: [], decisions: [] };

describe("what a checkpoint had ruled out", () => {
  it.each([
    "I will do the upgrade in place.",
    "Let's go with an upgrade in place tonight.",
    "Decision: upgrade in place.",
    "We use Redis for the queue.",
    "I've decided to set up Redis instead of the table.",
  ])("is chosen later, after the restart: %s", (text) => {
    expect(found(says(text), FORGOT)).toBe("suspected");
    expect(found(says(text), STATE)).toBe("suspected");
  });

  it("is chosen by a command, too", () => {
    expect(found((t) => t.calls("bash", { command: "npm install redis" }, "c2"), FORGOT)).toBe("suspected");
    expect(found((t) => t.calls("bash", { command: "npm uninstall redis" }, "c2"), FORGOT)).toBe("");
    expect(found((t) => t.calls("bash", { command: "grep -r redis src" }, "c2"), FORGOT)).toBe("");
  });

  it.each([
    "I will not do the upgrade in place.",
    "An upgrade in place needs downtime.",
    "Should we do the upgrade in place?",
    "If replication fails, we could do the upgrade in place.",
    "We use the table instead of Redis.",
    "The docs of Redis say that it is fast.",
    "I will use the place of the old service.",
    "We ruled Redis out, and now I use Redis all the same since the table is too slow.",
    "I'll upgrade the driver first.",
  ])("is not: %s", (text) => expect(found(says(text), FORGOT)).toBe(""));

  it("is the user's choice where the user speaks of it", () => {
    const asked = (t: TurnBuilder) =>
      t.user("Do an upgrade in place, downtime is fine.").calls("ls", {}, "c1");
    expect(found(says("I will do the upgrade in place."), FORGOT, asked)).toBe("");
  });

  it("may be chosen where nothing was restarted", () => {
    const story = trace()
      .turn((t) => t.user(TASK).says("I will."))
      .event({ type: "checkpoint.taken", turn: 0, state: STATE })
      .turn((t) => t.says("I will do the upgrade in place."));
    expect(findAll(analysed(recordingOf(story.events())), undefined, [decisionTurnedRound]).findings).toEqual(
      [],
    );
  });
});

describe("what a checkpoint had decided on", () => {
  it.each([
    "We will copy the files instead of logical replication.",
    "I am dropping logical replication and copy the tables.",
    "Let's not use logical replication.",
  ])("is dropped: %s", (text) => expect(found(says(text), FORGOT)).toBe("suspected"));

  it.each([
    "I will use logical replication instead of a dump.",
    "The logical replication is set up.",
    "Does it work without logical replication?",
  ])("is not: %s", (text) => expect(found(says(text), FORGOT)).toBe(""));
});
