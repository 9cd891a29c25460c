import { describe, expect, it } from "vitest";
import { CHECKPOINT_FIELDS, findMissingFields, listFieldTexts } from "./fields";

const TASK = "Refund order 7, but never a shipped one.";
const WHOLE = {
  task: TASK,
  constraints: ["never a shipped one"],
  decisions: [{ decision: "use the API", reason: "the form is down" }],
  ruled_out: [],
  plan: ["[ ] refund"],
  evidence: ["result:order"],
  next_action: "refund order 7",
};

describe("what a checkpoint has to hold", () => {
  it("is there under the names that harnesses use", () => {
    expect(findMissingFields(WHOLE, TASK)).toEqual([]);
    const { task, ruled_out, next_action, ...rest } = WHOLE;
    const otherwise = { ...rest, Goal: `Please: ${task}`, "dead-ends": ruled_out, nextStep: next_action };
    expect(findMissingFields(otherwise, TASK)).toEqual([]);
  });

  it("may rule out beside what it decides, and begin with the first open task", () => {
    const seed = {
      original_task: TASK,
      decisions: [{ decision: "use the API", rationale: "the form is down", alternatives_ruled_out: [] }],
      open_tasks: [{ task: "refund order 7", preconditions: ["it is pending"] }],
      active_constraints: ["never a shipped one"],
      known_facts: ["order 7 is pending"],
    };
    expect(findMissingFields(seed, TASK)).toEqual([]);
    expect(findMissingFields({ ...seed, open_tasks: [] }, TASK)).toEqual(["next_action"]);
  });

  it("is missing where it is not there, or says nothing", () => {
    expect(findMissingFields({}, TASK)).toEqual(CHECKPOINT_FIELDS);
    expect(findMissingFields({ ...WHOLE, next_action: " " }, TASK)).toEqual(["next_action"]);
    expect(findMissingFields({ ...WHOLE, plan: null }, TASK)).toEqual(["plan"]);
  });

  it.each([
    { version: 1, state: WHOLE },
    { ...WHOLE, task: null, user_request: TASK },
    { ...WHOLE, plan: undefined, pending_tasks: ["refund"] },
    { ...WHOLE, ruled_out: undefined, "What was ruled out": ["the form"] },
    { ...WHOLE, decisions: { channel: "the API, since the form is down" } },
    {
      summary: `# Task\n${TASK}\n# Constraints\n- none\n# Decisions\n- the API, as the form is down\n# Ruled out\n- the form\n# Plan\n- refund\n# Evidence\n- order.json\n# Next action\nrefund`,
    },
  ])("is whole in another shape too: %j", (state) => {
    expect(findMissingFields(state, TASK)).toEqual([]);
  });

  it("has texts: the subject of each entry, of open steps only", () => {
    expect(listFieldTexts([{ id: "d1", decision: "use the API", reason: "fast" }, "ask first"])).toEqual([
      "use the API",
      "ask first",
    ]);
    expect(listFieldTexts({ channel: "use the API" })).toEqual(["use the API"]);
    expect(
      listFieldTexts({
        steps: [
          { id: 1, text: "look", status: "done" },
          { id: 2, text: "refund" },
        ],
      }),
    ).toEqual(["refund"]);
  });

  it("is a task word for word, and decisions with reasons", () => {
    expect(findMissingFields({ ...WHOLE, task: "Refund an order." }, TASK)).toEqual(["task"]);
    expect(findMissingFields({ ...WHOLE, task: "Refund order 7,\n but never a shipped one." }, TASK)).toEqual(
      [],
    );
    expect(findMissingFields({ ...WHOLE, decisions: [{ decision: "use the API" }] }, TASK)).toEqual([
      "decisions",
    ]);
    expect(findMissingFields({ ...WHOLE, decisions: ["use the API"] }, TASK)).toEqual(["decisions"]);
    expect(findMissingFields({ ...WHOLE, decisions: ["the API, as the form is down"] }, TASK)).toEqual([]);
  });
});
