import type { EdgeFact, PlanInput } from "../answers";
import { shortenStart, shortenEnd } from "./words";
import { describe, expect, it } from "vitest";
import { planModel } from "./plan-model";
import { partOf } from "@/lib/testing/part-of";

const edge = (id: string, more: Partial<EdgeFact> = {}): EdgeFact => ({
  id,
  from: "order",
  to: { turn: 4, planId: "p", step: "branch", blockId: "mail" },
  kind: "declared",
  executed: true,
  matched: [],
  matches: 0,
  confidence: 1,
  state: "dangling",
  residual: false,
  residualBlock: null,
  refetchedBy: null,
  leftTurn: 4,
  ...more,
});

const block = (blockId: string, toolName: string, from: number, to: number | null) => ({
  blockId,
  sourceKind: "tool_result" as const,
  toolName,
  label: null,
  preview: "\u202etext <script>",
  createdTurn: from,
  residencies: [{ from, to, mode: "full" as const }],
});

const step = (id: string, executedTurn: number | null) => ({
  id,
  text: `do ${id}`,
  changes: executedTurn === null ? [] : [{ turn: executedTurn, status: "completed" as const }],
  validations: [],
  addedTurn: 1,
  removedTurn: null,
  executedTurn,
  startedBy: null,
  concludedTurn: executedTurn,
});

const facts = (edges: readonly EdgeFact[], more: Partial<PlanInput> = {}) =>
  partOf<PlanInput>({
    analysed: true,
    analysedAsOfTurn: 6,
    pending: null,
    plans: [
      {
        id: "p",
        title: "The plan",
        source: "declared",
        revisions: [{ turn: 1, added: 2, removed: 0 }],
        steps: [step("branch", 4), step("later", null)],
        stepsTotal: 2,
        presence: [
          { from: 2, to: 3, mode: "full" },
          { from: 4, to: 6, mode: null },
        ],
      },
    ],
    edges,
    total: edges.length,
    counts: { live: 0, pinned: 0, referenced: 0, refetched: 0, dangling: edges.length },
    blocks: [block("order", "get_order", 1, 3), block("mail", "send_email", 5, null)],
    lastTurn: 6,
    ...more,
  });
const plain = { show: null, cursor: null, selected: null };

describe("the plan page as data", () => {
  it("says what dangles, in a sentence and at the end of a broken line", () => {
    const model = planModel(facts([edge("e")]), { ...plain, selected: "step:p/branch" });
    expect(model.summary).toBe(
      "The plan was out of the window in turns 4 to 6. 1 use of evidence: 1 without it.",
    );
    expect(model.details.map(({ sentence }) => sentence)).toEqual([
      "Step “do branch” needed the result of get_order in turn 4: it had been gone since turn 4, without a reference.",
    ]);
    expect(model.graph?.edges).toMatchObject([
      { glyph: "!", declared: true, from: "from:order", to: "step:p/branch" },
    ]);
    expect(model.graph?.nodes.map(({ key, dangling }) => [key, dangling])).toEqual([
      ["step:p/branch", true],
      ["step:p/later", false],
      ["from:order", true],
    ]);
    expect(model.graph?.columns.map(({ label }) => label)).toEqual(["turn 1", "turn 4", "not run"]);
  });

  it("says when only the model's own words are left", () => {
    const residual = edge("e", {
      kind: "inferred",
      residual: true,
      matched: ["SHP-1"],
      matches: 3,
      confidence: 0.9,
    });
    const [detail] = planModel(facts([residual]), { ...plain, selected: "e" }).details;
    expect(detail?.sentence).toBe(
      "Step “do branch” used the result of get_order in turn 4: it had been gone since turn 4, without a reference; only the model's own words still say it.",
    );
    expect(detail?.proof).toBe(
      "Inferred: “SHP-1” and 2 more first appeared there and were used again. Confidence 90 %.",
    );
  });

  it("fades what was not there at the turn on the slider", () => {
    const faded = (cursor: number) =>
      planModel(facts([edge("e")]), { ...plain, cursor })
        .graph?.nodes.filter((node) => node.faded)
        .map(({ key }) => key);
    expect(faded(2)).toEqual(["step:p/branch", "step:p/later"]);
    expect(faded(4)).toEqual(["step:p/later", "from:order"]);
  });

  it("says when the plan itself stood in the window", () => {
    const [plan] = planModel(facts([]), { ...plain, cursor: 5 }).plans;
    expect(plan?.presence).toBe("The plan stood in the window in turns 2 to 3, and not in 4 to 6.");
    expect(plan?.standsNow).toBe(false);
  });

  it("calls no plan declared whose every version stands in a block", () => {
    const [plan] = facts([]).plans;
    const stated = { turn: 1, blockId: "call", reason: null, steps: 2, added: 2, removed: 0 };
    const origin = (revisions: (typeof stated | { blockId: null; turn: number })[]) =>
      planModel(facts([], partOf<PlanInput>({ plans: [{ ...plan, revisions }] })), plain).plans[0]?.source;
    expect(origin([stated, stated])).toBe("read from blocks, stated 2 times");
    expect(origin([stated, { ...stated, blockId: null }])).toBe("declared by the harness, stated 2 times");
  });

  it("draws the problems of a large graph first, and says what it leaves out", () => {
    const live = Array.from({ length: 150 }, (_, i) =>
      edge(`l${i}`, {
        state: "live",
        from: `b${i}`,
        to: { turn: i, planId: null, step: null, blockId: `u${i}` },
      }),
    );
    const large = facts([edge("e"), ...live]);
    const first = planModel(large, plain);
    expect(first.graph?.edges.map(({ id }) => id)).toEqual(["e"]);
    expect(first.hidden).toBe("Only what went wrong is drawn: 1 of 151 uses of evidence.");
    expect(planModel(large, { ...plain, show: "all" }).graph?.edges).toHaveLength(151);
    expect(first.rows).toHaveLength(151);
  });

  it("neutralises direction marks of a trace", () => {
    const { graph } = planModel(facts([edge("e")]), plain);
    expect(graph?.nodes.some(({ subtitle }) => subtitle.includes("\u202e"))).toBe(false);
  });

  it("has a model for an empty session and for a missing analysis", () => {
    const none = facts([], { plans: [], blocks: [], lastTurn: null });
    expect(planModel(none, plain)).toMatchObject({ isEmpty: true, graph: null, rows: [] });
    const notice = (asOf: number | null) =>
      planModel(
        {
          ...none,
          analysed: false,
          analysedAsOfTurn: asOf,
          pending: { what: "findings", since: "2026-01-01T12:00:00.000Z" },
        },
        plain,
      ).notices[0];
    expect(notice(null)).toContain("being worked out since 12:00:00 UTC");
    expect(notice(4)).toContain("as of turn 4");
  });
});

describe("words of the graph", () => {
  it("are cut where they say least: a sentence at its end, a path at its beginning", () => {
    expect(shortenStart("Read the whole conversation", 12)).toBe("Read the wh…");
    expect(shortenEnd("lib/spotter/transcripts.ex", 12)).toBe("…nscripts.ex");
    expect(shortenEnd("a.ts", 12)).toBe("a.ts");
  });
});

describe("a plan of many steps", () => {
  const plans = facts([]).plans.map((plan) => ({
    ...plan,
    stepsTotal: 30,
    steps: plan.steps
      .slice(0, 1)
      .flatMap((step) => Array.from({ length: 30 }, (_, i) => ({ ...step, id: `s${i}`, executedTurn: i }))),
  }));
  const broken = (id: string, turn: number, step: string) => {
    const made = edge(id);
    return { ...made, to: { ...made.to, step, turn } };
  };
  const model = planModel(
    { ...facts([broken("late", 25, "s25"), broken("first", 20, "s20")]), plans },
    plain,
  );

  it("opens on the first use whose evidence was gone, and draws no healthy step", () => {
    expect(model.selected).toBe("first");
    expect(model.details.map(({ id }) => id)).toEqual(["first"]);
    expect(model.graph?.nodes.map(({ key }) => key).filter((key) => key.startsWith("step:"))).toEqual([
      "step:p/s20",
      "step:p/s25",
    ]);
  });

  it("brings both ends into sight, and begins the list at the step", () => {
    const ends = model.graph?.nodes.filter(({ key }) => key === "step:p/s20" || key === "from:order") ?? [];
    expect(model.graph?.focus?.left).toBe(Math.min(...ends.map(({ x }) => x)));
    expect(model.plans[0]?.begin).toBe(20);
  });
});
