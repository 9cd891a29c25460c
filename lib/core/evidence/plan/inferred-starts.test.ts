import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { deriveEvidence } from "../evidence-of";
import { countUses } from "../use-state";
import { foldRecording } from "../../trace/fold/recording";
import { buildPlans } from "./plans-of";

interface Stated {
  readonly id: string;
  readonly text: string;
  readonly needs?: readonly string[];
}

function planned(steps: readonly Stated[], block: string | null = "plan"): TraceBuilder {
  const story = trace()
    .turn((t) => t.user("where is it?").calls("get_order", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", '{"state":"pending"}').says("1. look 2. act", "plan"));
  return story.event({
    type: "plan.declared",
    planId: "p",
    turn: 1,
    ...(block !== null && { block }),
    steps: steps.map(({ id, text, needs = ["c1"] }) => ({ id, text, dependsOn: [...needs] })),
  });
}

function startsIn(story: TraceBuilder): string[] {
  const recording = foldRecording(story.events());
  return buildPlans(recording).flatMap(({ steps }) =>
    steps.flatMap(({ id, executedTurn, startedBy }) =>
      executedTurn === null
        ? []
        : [
            `${id} at ${executedTurn} by ${startedBy === null ? "word" : (recording.session.blocks[startedBy]?.id ?? "?")}`,
          ],
    ),
  );
}

const ticket: Stated = { id: "s1", text: "If the order is pending, open a ticket; else write to them" };

describe("the start of a step that nobody tells of", () => {
  it("is the first later call whose tool the step names in its own words", () => {
    const story = planned([ticket])
      .turn((t) => t.calls("get_customer", { id: 1 }, "c2"))
      .turn((t) => t.calls("open_ticket", { order: 7 }, "c3"))
      .turn((t) => t.calls("open_ticket", { order: 8 }, "c4"));
    expect(startsIn(story)).toEqual(["s1 at 3 by call:c3"]);
  });

  it.each(["openTicket", "mcp__desk__open_tickets", "OPEN-TICKET", "opening_ticket"])(
    "is found whatever way the tool is spelt: %s",
    (tool) => {
      expect(startsIn(planned([ticket]).turn((t) => t.calls(tool, {}, "c3")))).toEqual([
        "s1 at 2 by call:c3",
      ]);
    },
  );

  it("makes what the step needed dangle where that had left", () => {
    const story = planned([ticket])
      .turn((t) => t.drop("call:c1", "result:c1").says("hm"))
      .turn((t) => t.calls("open_ticket", { order: 7 }, "c3"));
    const recording = foldRecording(story.events());
    const { edges } = deriveEvidence(recording, buildPlans(recording));
    expect(countUses(edges).dangling).toBe(1);
    expect(edges).toMatchObject([
      { kind: "declared", state: "dangling", confidence: 0.8, leftTurn: 2, to: { turn: 3, step: "s1" } },
    ]);
    expect(recording.session.blocks[edges[0]?.to.block ?? -1]?.id).toBe("call:c3");
  });

  it.each<[string, TraceBuilder]>([
    [
      "a part of the tool's name is missing from the step",
      planned([{ id: "s1", text: "Write to the customer" }]).turn((t) => t.calls("get_customer", {}, "c3")),
    ],
    ["the call came before the plan", planned([{ id: "s1", text: "Get the order" }])],
    [
      "the tool's name is one word, which stands in many a step",
      planned([{ id: "s1", text: "Read the terms" }]).turn((t) => t.calls("read", { path: "notes" }, "c3")),
    ],
    [
      "several steps say it",
      planned([
        { id: "s1", text: "Read the file of rules" },
        { id: "s2", text: "Read the file of prices" },
      ]).turn((t) => t.calls("read_file", { path: "notes" }, "c3")),
    ],
    [
      "the step names another value than the call",
      planned([{ id: "s1", text: "Read the file docs/terms.md" }]).turn((t) =>
        t.calls("read_file", { path: "docs/notes.md" }, "c3"),
      ),
    ],
    [
      "the step declares no needs",
      planned([{ ...ticket, needs: [] }]).turn((t) => t.calls("open_ticket", {}, "c3")),
    ],
    [
      "the plan is not in the conversation",
      planned([ticket], null).turn((t) => t.calls("open_ticket", {}, "c3")),
    ],
    [
      "somebody tells of the plan's progress",
      planned([ticket, { id: "s2", text: "Report" }])
        .event({ type: "plan.step", planId: "p", step: "s2", status: "skipped", turn: 1 })
        .turn((t) => t.calls("open_ticket", {}, "c3")),
    ],
  ])("is not inferred when %s", (_why, story) => {
    expect(startsIn(story)).toEqual([]);
  });

  it("is that of the step which names a value of the call, where several would do", () => {
    const story = planned([
      { id: "s1", text: "Read the file docs/terms.md" },
      { id: "s2", text: "Read the file docs/prices.md" },
    ])
      .turn((t) => t.calls("read_file", { path: "docs/prices.md" }, "c3"))
      .turn((t) => t.calls("read", { path: "docs/terms.md" }, "c4"));
    expect(startsIn(story)).toEqual(["s1 at 3 by call:c4", "s2 at 2 by call:c3"]);
  });
});
