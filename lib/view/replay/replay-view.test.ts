import type { ReplayInput, ReplayResultInput } from "../answers";
import { describe, expect, it } from "vitest";
import { SWEEP_VALUES_MAX } from "@/lib/replay/limits";
import { setOption, listFormFields, findOptionAt } from "./form-fields";
import { readDraft, sweepOf, writeDraft } from "./draft";
import { listWindowLines } from "./lines";
import { buildPareto } from "./pareto";
import { listComparisons } from "@/lib/replay/comparisons";
import { makePolicyChoice } from "./replay-input";
import {
  RESULT_COLUMNS,
  listResultRows,
  describeResultSentence,
  buildResultTable,
  listResultColumns,
  sortRows,
} from "./results";
import { sweepRange } from "./draft";
import { findVerdict } from "./verdict";
import { partOf } from "@/lib/testing/part-of";

const CLEARING = {
  type: "object",
  properties: {
    type: { default: "clear", type: "string", const: "clear" },
    trigger: {
      default: { type: "input_tokens", value: 100 },
      oneOf: [
        {
          type: "object",
          properties: { type: { const: "tool_uses" }, value: { type: "integer", minimum: 2 } },
        },
        {
          type: "object",
          properties: { type: { const: "input_tokens" }, value: { type: "integer", minimum: 0 } },
        },
      ],
    },
    clear_at_least: {
      default: null,
      anyOf: [
        { type: "object", properties: { type: { const: "input_tokens" }, value: { type: "integer" } } },
        { type: "null" },
      ],
    },
    exclude_tools: { type: "array", items: { type: "string" } },
    mode: { type: "string", enum: ["on", "off"], default: "on" },
  },
} as const;

describe("the form of a policy's options", () => {
  const fields = listFormFields(CLEARING);

  it("has an input for each option that one can show, in the form its default has", () => {
    expect(fields.map(({ path, kind, min, standing }) => [path.join("."), kind, min, standing])).toEqual([
      ["trigger.value", "number", 0, 100],
      ["clear_at_least.value", "number", null, null],
      ["mode", "choice", null, "on"],
    ]);
  });

  it("writes the fixed parts around an option, and takes an option out again", () => {
    const [trigger, least] = fields;
    if (trigger === undefined || least === undefined) throw new Error("no fields");
    expect(setOption({}, trigger, 5)).toEqual({ trigger: { type: "input_tokens", value: 5 } });
    const both = setOption({ exclude_tools: ["a"] }, least, 7);
    expect(both).toEqual({ exclude_tools: ["a"], clear_at_least: { type: "input_tokens", value: 7 } });
    expect(findOptionAt(both, least.path)).toBe(7);
    expect(setOption({ mode: "off" }, { ...trigger, path: ["mode"] }, undefined)).toEqual({});
  });
});

describe("a draft in the URL", () => {
  it("comes back as it was written", () => {
    for (const { choices } of listComparisons(3_688, []))
      expect(readDraft(writeDraft(choices))).toEqual(choices);
  });

  it("is null when it cannot be read", () => {
    expect(readDraft("{")).toBeNull();
    expect(readDraft(null)).toBeNull();
    expect(readDraft('[{"kind": 3}, {"kind": "none"}]')).toEqual([makePolicyChoice("none", {})]);
  });

  it("sweeps whole numbers one by one, and wide ranges in even steps", () => {
    const values = (from: number, to: number) =>
      sweepOf(makePolicyChoice("x", {}), (options, keep) => ({ ...options, keep }), { from, to }).map(
        ({ options }) => options.keep,
      );
    expect(values(1, 4)).toEqual([1, 2, 3, 4]);
    expect(values(1, 20)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(values(0, 1_800)).toHaveLength(SWEEP_VALUES_MAX);
    expect(values(9, 9)).toEqual([9]);
  });
});

describe("results", () => {
  const rows = listResultRows(
    replayOf([
      result("recorded", "As recorded", { dangling: 1, price: 2 }),
      result("clear", "Clearing", { dangling: 1, price: 1 }, { keep: 1 }),
      result("clear", "Clearing", { dangling: 0, price: 3 }, { keep: 2 }),
      result("clear", "Clearing", { dangling: 0, price: 4 }, { keep: 3 }),
    ]),
  );

  it("name the recording R, and policies of one title by what tells them apart", () => {
    expect(rows.map(({ letter, name }) => `${letter} ${name}`)).toEqual([
      "R As recorded",
      "A Clearing, keep 1",
      "B Clearing, keep 2",
      "C Clearing, keep 3",
    ]);
    expect(rows[0]?.session).toBe("recording");
  });

  it("say in one sentence where the fewest and the most uses are without evidence", () => {
    const words = "B, C keep everything that was used; R, A lose 1.";
    expect(describeResultSentence(rows)).toBe(words);
    expect(describeResultSentence(rows, true)).toBe(`So far: ${words}`);
    expect(describeResultSentence(rows.slice(0, 2))).toBe("Under every policy, 1 use without evidence.");
    expect(describeResultSentence(rows.slice(2))).toBe(
      "Under every policy, all evidence stood in the window when it was used.",
    );
  });

  it("are compared in the columns that tell something, and always in the uses without evidence", () => {
    const keys = (some: typeof rows) => listResultColumns(some).map((at) => RESULT_COLUMNS[at]?.key);
    expect(keys(rows.slice(2))).toContain("dangling");
    expect(keys(rows)).toContain("price");
    expect(keys(rows)).not.toContain("over");
  });

  it("keep the recorded policy, and name the nearest one with what it gives and takes", () => {
    const cheaper = listResultRows(
      replayOf([
        result("recorded", "As recorded", { dangling: 1, price: 4 }),
        result("clear", "Clearing", { dangling: 9, price: 1 }, { keep: 1 }),
        result("clear", "Clearing", { dangling: 2, price: 3 }, { keep: 2 }),
      ]),
    );
    expect(findVerdict(cheaper, { result: null, reason: "none", nearest: 2 }, "USD")).toEqual({
      row: null,
      head: "Nothing that was tried keeps more than what ran.",
      text: "Nearest is B, Clearing, keep 2: $1.00 cheaper, 1 more use without evidence.",
    });
  });

  it("are told by what they keep and lose by name, and not by uses that only a summary decides", () => {
    const block = { blockId: "b", source: "tool_result", label: "7741", toolName: "get_order", tokens: 5 };
    const keep = { blocks: [{ ...block, leftTurn: 1, wantedTurn: 3, price: null }] };
    const recorded = { ...result("recorded", "As recorded", { dangling: 1, price: 4 }), keep };
    const edge = { edge: "e", blockId: "b", turn: 3, step: null };
    const pinned = {
      ...result("clear", "Clearing", { dangling: 0, price: 5 }),
      evidence: { counts: {}, changed: [{ ...edge, recorded: "dangling", replayed: "pinned" }] },
      lost: ["“Never delete a row.”"],
    };
    const summed = result("sum", "Summaries", { dangling: 2, price: 4 });
    const told = (one: object) => {
      const made = listResultRows(replayOf([recorded, one] as ReplayResultInput[]));
      return findVerdict(made, { result: 1, reason: "", nearest: null }, "USD")?.text;
    };
    expect(told(pinned)).toBe(
      "keeps get_order 7741 that turn 3 used, $1.00 dearer, 1 fewer use without evidence, loses “Never delete a row.”.",
    );
    expect(
      told({
        ...summed,
        summary: { ...summed.summary, compactions: 1 },
        evidence: { counts: {}, changed: [{ ...edge, recorded: "residual", replayed: "dangling" }] },
      }),
    ).toBe(
      "the same price, whether its summary would say what 1 use needed cannot be known without a model.",
    );
  });

  it("are swept around what an option is, within its bounds", () => {
    const free = { standing: 16_384, min: null, max: null };
    expect(sweepRange(undefined, free)).toEqual({ from: 8_192, to: 32_768 });
    expect(sweepRange(10, { ...free, min: 8, max: 12 })).toEqual({ from: 8, to: 12 });
    expect(sweepRange(undefined, { ...free, standing: null })).toEqual({ from: 1, to: 20 });
  });

  it("sort by a figure and keep the order asked for otherwise", () => {
    expect(sortRows(rows, "price", "desc").map(({ letter }) => letter)).toEqual(["C", "B", "R", "A"]);
    expect(sortRows(rows, null, "asc")).toEqual(rows);
  });

  it("leave as a table with every figure, options and session", () => {
    const table = buildResultTable(rows);
    expect(table.rows.every((cells) => cells.length === table.columns.length)).toBe(true);
  });

  it("show tokens sent by the run's own count below what is counted, with what it rests on", () => {
    const sent = (tokensSentByRun?: ReplayResultInput["summary"]["tokensSentByRun"]) => {
      const counted = result("clear", "Clearing", { dangling: 0, price: 1 });
      const summary = { ...counted.summary, ...(tokensSentByRun && { tokensSentByRun }) };
      const [row] = listResultRows(replayOf([{ ...counted, summary }]));
      return row?.cells.find(({ value }) => value === counted.summary.tokensSent)?.beside;
    };
    expect(sent({ value: 1_314_986, provenance: "measured" })).toEqual({
      text: "reported 1,314,986",
      about: "reported by the run: 1,314,986 tokens, measured",
    });
    expect(sent({ value: 947_447, provenance: "estimated" })?.text).toBe("≈ 947,447 estimated");
    expect(sent({ value: null, provenance: "unavailable" })).toBeNull();
    expect(sent()).toBeNull();
  });

  it("show what the replay recommends, and what each price keeps at most", () => {
    const { points, unit, why } = buildPareto(rows, "USD", { result: 2, reason: "", nearest: null });
    expect(unit).toBe("price");
    expect(points.filter(({ recommended }) => recommended).map(({ letter }) => letter)).toEqual(["B"]);
    expect(points.filter(({ onFront }) => onFront).map(({ letter }) => letter)).toEqual(["A", "B"]);
    expect(why).toMatch(
      /^The most evidence for each price: A keeps .*; B keeps 100% of the evidence for \$3\.00\.$/,
    );
  });

  it("recommend nothing while more are coming, and say so in the same words everywhere", () => {
    const { points, why } = buildPareto(rows, "USD");
    expect(points.filter(({ recommended }) => recommended)).toEqual([]);
    expect(why).toMatch(/^So far: the most evidence for each price/);
    expect(buildPareto([], "USD").why).toMatch(/^So far: no use of evidence is known/);
  });

  it("draw one step a turn, and a gap where a turn is not known", () => {
    const { lines, turnAt, lastTurn } = listWindowLines(
      rows.slice(0, 1),
      { left: 0, right: 40, top: 0, bottom: 100 },
      null,
    );
    expect(lastTurn).toBe(3);
    expect(lines[0]?.path).toBe("M0.0 50.0H10.0L10.0 0.0H20.0M30.0 50.0H40.0");
    expect(turnAt(39)).toBe(3);
    expect(turnAt(500)).toBe(3);
  });
});

function replayOf(
  results: readonly ReplayResultInput[],
): Pick<ReplayInput, "results" | "session" | "request"> {
  return { results, session: "recording", request: { policies: [] } };
}

function result(
  kind: string,
  title: string,
  { dangling, price }: { dangling: number; price: number },
  options: { [key: string]: number } = {},
): ReplayResultInput {
  return partOf<ReplayResultInput>({
    policy: { kind, title, options },
    session: `replayed-${title}`,
    summary: {
      turns: 3,
      peak: 20,
      peakTurn: 1,
      mean: 13,
      tokensSent: 40,
      price,
      evictions: 1,
      compactions: 0,
      dangling,
      unrestorable: 0,
      duplicatesAvoided: 0,
      duplicatesCaused: 0,
      constraintsLost: 0,
      turnsOverBudget: 0,
      summarizerTokens: 0,
    },
    series: { turn: [0, 1, 3], tokens: [10, 20, 10], evictions: [0, 1, 0] },
    evidence: {
      counts: { live: 4 - dangling, pinned: 0, referenced: 0, refetched: 0, dangling },
      changed: [],
    },
    warnings: [],
    notes: [],
  });
}
