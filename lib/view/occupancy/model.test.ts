import type { SeriesPoint } from "../answers";
import { describe, expect, it } from "vitest";
import type { OccupancyOptions } from "./input";
import { buildOccupancyModel } from "./model";
import { makeOccupancyPlot } from "./plot";
import { buildOccupancyTable } from "./table";
import { partOf } from "@/lib/testing/part-of";

const options: OccupancyOptions = {
  unit: "tokens",
  hidden: new Set(),
  contextWindow: 10_000,
  budget: null,
  compactionsAfter: 0,
};

function point(turn: number, parts: Partial<SeriesPoint> = {}): SeriesPoint {
  return partOf<SeriesPoint>({
    turn,
    bucket: { from: turn, to: turn, turns: 1 },
    contextWindow: null,
    windowKnown: true,
    windowTokens: 1_000,
    provenance: "measured",
    bySource: { system_rules: 200, tool_schemas: 100, tool_result: 600 },
    residual: 100,
    delta: null,
    deltaProvenance: "measured",
    causedByTurn: turn > 0 ? turn - 1 : null,
    modelChanged: false,
    markers: { evictions: 0, evictedTokens: 0, compactions: 0, spike: false },
    ...parts,
  });
}

describe("occupancyModel", () => {
  it("stacks groups, with what no block accounts for at the bottom", () => {
    const model = buildOccupancyModel([point(0)], options);
    expect(model.bands.map((band) => band.label)).toEqual([
      "Not recorded",
      "System and tools",
      "Tool results",
    ]);
    expect(model.steps[0]?.bands).toEqual({ residual: 100, system: 300, tool: 600 });
  });

  it("draws no more than was measured where the estimates come to more", () => {
    const model = buildOccupancyModel(
      [point(0, { bySource: { tool_result: 1_500, system_rules: 500 } })],
      options,
    );
    expect(model.steps[0]).toMatchObject({ total: 1_000, bands: { tool: 750, system: 250 } });
  });

  it("draws growth at the turn that caused it", () => {
    const model = buildOccupancyModel(
      [
        point(0),
        point(1, { delta: 4_250, markers: { evictions: 0, evictedTokens: 0, compactions: 0, spike: true } }),
      ],
      options,
    );
    expect(model.deltas).toMatchObject([{ x: 0, seenAt: 1, value: 4_250, isSpike: true }]);
    expect(model.markers).toMatchObject([
      { kind: "spike", label: "turn 1: +4,250 tokens, caused by turn 0" },
    ]);
  });

  it("leaves a gap where nothing is known, and shows a bare total as not recorded", () => {
    const model = buildOccupancyModel(
      [
        point(0, { windowTokens: null, provenance: "unavailable", bySource: {}, residual: null }),
        point(1, { windowKnown: false, bySource: {}, residual: null }),
      ],
      options,
    );
    expect(model.steps.map((step) => step.bands)).toEqual([{}, { residual: 1_000 }]);
    expect(model.steps[0]?.total).toBeNull();
  });

  it("measures in shares of the limit, and is unknown without one", () => {
    expect(buildOccupancyModel([point(0)], { ...options, unit: "share" }).steps[0]?.total).toBe(0.1);
    expect(
      buildOccupancyModel([point(0)], { ...options, unit: "share", contextWindow: null }).steps[0]?.total,
    ).toBeNull();
  });

  it("keeps a window line out of sight that would flatten everything", () => {
    const model = buildOccupancyModel([point(0)], { ...options, contextWindow: 1_000_000 });
    expect(model.rules).toHaveLength(1);
    expect(model.ticks.at(-1)).toBe(1_000);
  });

  it("draws the window of each model over the turns that had it", () => {
    const limits = [20_000, 20_000, 10_000, 20_000];
    const points = limits.map((contextWindow, i) => point(i, { contextWindow }));
    const rules = (unit: "tokens" | "share") =>
      buildOccupancyModel(points, { ...options, unit, budget: 5_000 }).rules.map(({ kind, value, spans }) => [
        kind,
        value,
        spans.map(({ from, to }) => `${from}-${to}`).join(" "),
      ]);
    expect(rules("tokens")).toEqual([
      ["window", 20_000, "0-2 3-4"],
      ["window", 10_000, "2-3"],
      ["budget", 5_000, "0-4"],
    ]);
    expect(rules("share")).toEqual([
      ["window", 1, "0-4"],
      ["budget", 0.25, "0-2 3-4"],
      ["budget", 0.5, "2-3"],
    ]);
  });

  it("draws the project's default budget of each turn where the session has none, and says where it was passed", () => {
    const points = [
      point(0, { contextWindow: 10_000, budget: 8_000, windowTokens: 9_000 }),
      point(1, { contextWindow: 20_000, budget: 16_000, windowTokens: 9_000 }),
    ];
    const model = (unit: "tokens" | "share", budget: number | null = null) =>
      buildOccupancyModel(points, { ...options, unit, budget });
    const lines = (unit: "tokens" | "share") =>
      model(unit).rules.flatMap(({ kind, label, value, spans }) =>
        kind === "default budget" ? [[label, value, spans.length]] : [],
      );
    expect(lines("tokens")).toEqual([
      ["default budget 8k", 8_000, 1],
      ["default budget 16k", 16_000, 1],
    ]);
    expect(lines("share")).toEqual([["default budget 8k to 16k", 0.8, 1]]);
    expect(model("tokens").summary).toContain("Above its default budget on 1 turn: turn 0.");
    const small = buildOccupancyModel([point(0, { contextWindow: 10_000, budget: 8_000 })], options);
    expect(small.rules.map(({ kind }) => kind)).toEqual(["window"]);
    expect(model("tokens", 5_000).rules.map(({ kind }) => kind)).not.toContain("default budget");
    expect(model("tokens", 5_000).summary).toContain("Above its budget of 5k on 2 turns: turn 0 to 1.");
  });

  it("says in one sentence what the chart shows", () => {
    const model = buildOccupancyModel([point(0), point(1, { windowTokens: 8_000, delta: 7_000 })], options);
    expect(model.summary).toBe(
      "Peak 8,000 tokens at turn 1, 80% of 10k. Largest growth +7,000, caused by turn 0. 0 evictions, 0 compactions.",
    );
    expect(buildOccupancyModel([], options).summary).toBe("This session has no turns yet.");
  });

  it("counts a compaction after the last call, which no turn shows", () => {
    const compacted = point(0, {
      markers: { evictions: 3, evictedTokens: 9, compactions: 1, spike: false },
    });
    const words = (after: number) =>
      buildOccupancyModel([compacted], { ...options, compactionsAfter: after }).summary;
    expect(words(0)).toContain("3 evictions, 1 compaction.");
    expect(words(1)).toContain("3 evictions, 2 compactions, 1 of them after the last call.");
  });

  it("does not claim that nothing left when windows are unknown", () => {
    const { summary } = buildOccupancyModel([point(0, { windowKnown: false })], options);
    expect(summary).toContain("What stood in the windows, and what left them, is not known.");
  });
});

describe("the drawing of the steps", () => {
  /** One pixel a turn, and one a hundred tokens. */
  function drawn(points: SeriesPoint[], more: Partial<OccupancyOptions> = {}) {
    const model = buildOccupancyModel(points, { ...options, ...more });
    const bottom = (model.ticks.at(-1) ?? 0) / 100;
    return makeOccupancyPlot(model, { left: 0, right: points.length, top: 0, bottom });
  }
  const tool = (points: SeriesPoint[]) => drawn(points).areas.find(({ band }) => band === "tool")?.path;

  it("draws a source until the end of its last turn, and nothing after it", () => {
    const left = point(1, { bySource: { system_rules: 300 }, windowTokens: 400 });
    expect(tool([point(0), left])).toBe("M0 0V0H1V6H0Z");
  });

  it("ends the last turn before a gap where the gap begins, and is nothing in the gap", () => {
    const gap = point(1, { windowTokens: null, provenance: "unavailable", bySource: {}, residual: null });
    expect(tool([point(0), gap, point(2)])).toBe("M0 0V0H1V6H0ZM2 0V0H3V6H2Z");
    expect(drawn([point(0), gap, point(2)]).total).toBe("M0 0V0H1M2 0V0H3");
  });

  it("stacks what is shown without gaps, and closes the stack over a hidden source", () => {
    const hidden = drawn([point(0)], { hidden: new Set(["residual"]) });
    expect(hidden.areas.map(({ band, path }) => [band, path])).toEqual([
      ["system", "M0 7V7H1V10H0Z"],
      ["tool", "M0 1V1H1V7H0Z"],
    ]);
  });

  it("does not dip at a call without usage", () => {
    const bare = point(1, { windowTokens: 900, provenance: "estimated", residual: null });
    const { steps } = buildOccupancyModel([point(0), bare, point(2)], options);
    expect(steps.map(({ total, carried }) => [total, carried])).toEqual([
      [1_000, false],
      [1_000, true],
      [1_000, false],
    ]);
    const switched = buildOccupancyModel([point(0), { ...bare, modelChanged: true }], options).steps[1];
    expect([switched?.total, switched?.carried]).toEqual([900, false]);
  });

  it("tells what it carries over to such a call apart from the window in its table", () => {
    const bare = point(1, { windowTokens: 900, provenance: "estimated", residual: null });
    const { columns, rows } = buildOccupancyTable(buildOccupancyModel([point(0), bare], options));
    const cellsOf = (key: string) =>
      rows.map((row) => row[columns.findIndex((column) => column.key === key)]);
    expect([cellsOf("window"), cellsOf("residual"), cellsOf("carried")]).toEqual([
      [1_000, 900],
      [100, 0],
      [null, 100],
    ]);
    expect(
      buildOccupancyTable(buildOccupancyModel([point(0)], options)).columns.map(({ key }) => key),
    ).not.toContain("carried");
  });
});
