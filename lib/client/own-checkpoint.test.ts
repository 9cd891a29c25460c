import { describe, expect, it } from "vitest";
import type { CheckpointState } from ".";
import { Sightglass } from ".";
import { makeRestartMessages } from "./restart-messages";

const TASK = "Publish the comparison. English only.";
const SENT = [
  { role: "system", content: "rules" },
  { role: "user", content: TASK },
  { role: "assistant", content: null, tool_calls: [{ id: "c1" }] },
  { role: "tool", tool_call_id: "c1", content: "x" },
];
const STATE: CheckpointState = {
  task: TASK,
  constraints: ["English only."],
  decisions: [],
  ruled_out: [],
  plan: ["check the links"],
  evidence: ["c1"],
  next_action: "check the links",
};

describe("a restart", () => {
  it("begins with the task itself, and never with a result without its call", () => {
    const made = makeRestartMessages(TASK, "state", SENT, 1);
    expect(made.map(({ role }) => role)).toEqual(["system", "user", "user", "assistant", "tool"]);
    expect(made[1]).toEqual({ role: "user", content: TASK });
    expect(makeRestartMessages(TASK, "state", SENT, 0)).toHaveLength(3);
  });
});

describe("a checkpoint that nobody answers", () => {
  const sessionOf = (onUnanswered: "pin" | "proceed" = "pin") =>
    new Sightglass({
      url: "http://127.0.0.1:9",
      folder: null,
      onProblem: () => undefined,
      onUnanswered,
    }).session();

  it("starts again with the task and the state, where the state is whole", async () => {
    const session = sessionOf();
    const plan = session.plan([{ id: "links", text: "check the links" }]);
    const { by, action, messages } = await session.checkpoint(STATE, { messages: SENT, plan });
    expect([by, action]).toEqual(["library", "restart"]);
    expect(messages?.slice(0, 2)).toEqual(SENT.slice(0, 2));
    expect(JSON.stringify(messages?.[2])).toContain("next_action");
    expect(messages).toHaveLength(3);
  });

  it("says what the state lacks", async () => {
    const session = sessionOf();
    const plan = session.plan([{ id: "mail", text: "mail it" }]);
    const fieldsOf = async (state: object, more: object = {}) => {
      const asked = { messages: SENT, ...more };
      const { action, problems } = await session.checkpoint(state as CheckpointState, asked);
      return action === "repair" ? problems.map(({ field }) => field) : action;
    };
    const { evidence: _, ...less } = STATE;
    expect(await fieldsOf(less)).toEqual(["evidence"]);
    expect(await fieldsOf({ ...STATE, next_action: " " })).toEqual(["next_action"]);
    expect(await fieldsOf({ ...STATE, task: "Publish it." })).toEqual(["task"]);
    expect(await fieldsOf(STATE, { constraints: ["Never on a Sunday."] })).toEqual(["constraints"]);
    expect(await fieldsOf(STATE, { plan })).toEqual(["plan"]);
    plan.skip("mail");
    expect(await fieldsOf(STATE, { plan })).toBe("restart");
  });

  it("is unavailable where the program asked to go on, and where no task can be seen", async () => {
    const unavailable = { by: "nobody", action: "unavailable", messages: null };
    expect(await sessionOf("proceed").checkpoint(STATE, { messages: SENT })).toMatchObject(unavailable);
    expect(await sessionOf().checkpoint(STATE, { messages: SENT.slice(2) })).toMatchObject(unavailable);
  });
});
