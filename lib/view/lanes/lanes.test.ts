import type { LaneColumns } from "../answers";
import { describe, expect, it } from "vitest";
import { decodeLanes } from "./decode";
import { measureExitDensity } from "./density";
import { describeExit } from "./exit-words";
import { makeLaneCard } from "./lane-card";
import { findNearestExit } from "./nearest-exit";
import type { LaneOptions } from "./rows";
import { listLaneRows, NO_LANE_FILTERS } from "./rows";
import type { LaneView } from "./lane-view";
import { AXIS_HEIGHT } from "./lane-view";
import { makeLaneScene, findRowAt } from "./scene";
import { buildLaneTable, listLaneTableRows } from "./table";

/**
 *   turn          0 1 2 3 4
 *   goal          # # # # #
 *   get_order       # × · ·  cleared at 2, needed at 4
 *   read_file       # # »    compacted at 3, fetched again at 3
 */
const columns: LaneColumns = {
  total: 3,
  offset: 0,
  analysed: true,
  firstTurn: 0,
  lastTurn: 4,
  words: [
    "user_goal",
    "tool_result",
    "get_order",
    "read_file",
    "full",
    "reference",
    "cleared",
    "compacted",
    "reported",
    "derived",
    "placeholder",
    "changed",
  ],
  blocks: {
    id: ["goal", "r1", "r2"],
    kind: [0, 1, 1],
    tool: [-1, 2, 3],
    label: [-1, -1, -1],
    hint: ["", "7", "src/app.ts"],
    tokens: [50, 900, 2_000],
  },
  residencies: { block: [0, 1, 1, 2], mode: [4, 4, 5, 4], from: [0, 1, 2, 1], to: [null, 1, null, 2] },
  evictions: {
    residency: [1, 3],
    turn: [2, 3],
    how: [6, 7],
    toMode: [5, -1],
    freed: [890, 2_000],
    provenance: [8, 9],
    cause: [-1, -1],
    reference: [10, -1],
    restorable: [false, false],
    reentered: [null, null],
    refetched: [null, 3],
    refetchedAs: [-1, 11],
    compaction: [-1, 0],
    neededAt: [[4], []],
  },
};
const lanes = decodeLanes(columns);
const drawn = (options: Partial<LaneOptions>) =>
  listLaneRows(lanes, { ...NO_LANE_FILTERS, ...options }).rows.map((row) =>
    row.type === "lane" ? row.lane.id : `# ${row.label}: ${row.detail}`,
  );

describe("lanes", () => {
  it("are decoded from columns", () => {
    expect(lanes.map(({ name, missed }) => [name, missed])).toEqual([
      ["user goal", 0],
      ["get_order", 1],
      ["read_file", 1],
    ]);
    expect(lanes[1]?.residencies).toMatchObject([
      { mode: "full", from: 1, to: 1, eviction: { how: "cleared", provenance: "reported", neededAt: [4] } },
      { mode: "reference", from: 2, to: null, eviction: null },
    ]);
  });

  it("are sorted by what was needed and gone, then fetched again, then by size", () => {
    expect(drawn({ by: "none" })).toEqual(["r1", "r2", "goal"]);
    expect(drawn({ by: "none", sort: "tokens" })).toEqual(["r2", "r1", "goal"]);
    expect(drawn({ by: "none", sort: "entry" })).toEqual(["goal", "r2", "r1"]);
    expect(drawn({ by: "none", sort: "exit" })).toEqual(["r1", "r2", "goal"]);
  });

  it("stand in groups that fold", () => {
    expect(drawn({ closed: new Set(["user_goal"]) })).toEqual([
      "# tool result: 2, 2 left, 2 wanted again",
      "r1",
      "r2",
      "# user goal: 1",
    ]);
    expect(drawn({ by: "tool" }).filter((row) => row.startsWith("#"))).toEqual([
      "# get_order: 1, 1 left, 1 wanted again",
      "# read_file: 1, 1 left, 1 wanted again",
      "# no tool: 1",
    ]);
  });

  it.each([
    [{ how: ["compacted"] }, ["r2"]],
    [{ who: "reported" as const }, ["r1"]],
    [{ restorable: "yes" as const }, []],
    [{ left: true }, ["r1", "r2"]],
    [{ kind: ["user_goal"] }, ["goal"]],
    [{ tool: ["read_file"] }, ["r2"]],
    [{ q: "ORDER" }, ["r1"]],
  ])("are filtered by %j", (options, ids) => expect(drawn({ by: "none", ...options })).toEqual(ids));

  it("are not said to have left a reference, where what came back was found in another way", () => {
    const bare = lanes.map((lane) => ({
      ...lane,
      evictions: lane.evictions.map((one) => ({ ...one, reference: null, restorable: false })),
    }));
    expect(listLaneRows(bare, NO_LANE_FILTERS).summary).toContain(
      "None left a reference to it: what was fetched again, the agent found by itself.",
    );
  });

  it("are told in one sentence", () => {
    expect(listLaneRows(lanes, NO_LANE_FILTERS).summary).toBe(
      "2 evictions of 3 blocks, 2.9k tokens. 1 block was needed later. 1 block was fetched again. 1 left a reference, which is not enough to get it back.",
    );
    expect(listLaneRows([], NO_LANE_FILTERS).summary).toBe("0 blocks; none of them left the window.");
  });

  it("have a row in the table for every eviction and every block that stayed", () => {
    const rows = listLaneTableRows(listLaneRows(lanes, { ...NO_LANE_FILTERS, by: "none" }).rows);
    expect(rows.map(({ cells }) => cells.join("|"))).toEqual([
      "get_order|7|tool result|900|1|2|cleared|890|||4||reported|placeholder|no|get_order|r1",
      "read_file|src/app.ts|tool result|2000|1|3|compacted|2000|3|changed|||derived|nothing|no|read_file|r2",
      "user goal||user goal|50|0||||||||||||goal",
    ]);
    expect(buildLaneTable(rows).columns).toHaveLength(rows[0]?.cells.length ?? 0);
  });

  it("can be stepped through by exit", () => {
    const ids = ([turn, direction]: readonly [number, 1 | -1]) =>
      findNearestExit(lanes, turn, direction)?.lane.id ?? null;
    expect(
      (
        [
          [0, 1],
          [2, 1],
          [3, 1],
          [9, -1],
          [3, -1],
          [2, -1],
        ] as const
      ).map(ids),
    ).toEqual(["r1", "r2", null, "r2", "r1", null]);
  });

  it("have a minimap of exits over time", () => {
    expect(measureExitDensity(lanes, { from: 0, to: 4 }).map(({ value, marked }) => [value, marked])).toEqual(
      [
        [0, false],
        [0, false],
        [1, true],
        [1, true],
        [0, false],
      ],
    );
  });
});

describe("the drawing of lanes", () => {
  const view: LaneView = {
    losses: [],
    rows: listLaneRows(lanes, { ...NO_LANE_FILTERS, by: "none" }).rows,
    range: { from: 0, to: 4 },
    lastTurn: 4,
    width: 610,
    height: 200,
    scrollTop: 0,
    rowHeight: 20,
    labelWidth: 100,
    cursor: null,
    selected: null,
  };
  const bars = (of: LaneView) =>
    makeLaneScene(of).flatMap((shape) =>
      shape.type === "rect" && shape.fill.startsWith("var(--kind") ? [[shape.x, shape.x + shape.width]] : [],
    );

  it("puts bars on the turns they stood, a hundred pixels each", () => {
    expect(bars(view)).toEqual([
      [200, 299],
      [200, 399],
      [100, 599],
    ]);
  });

  it("marks the exit, the dotted tail, the need, and the fetch", () => {
    const shapes = makeLaneScene(view);
    const paths = shapes.flatMap((shape) =>
      shape.type === "path" ? [[shape.stroke, Math.round(shape.x)]] : [],
    );
    expect(paths).toEqual([
      ["var(--state-evicted)", 296],
      ["var(--state-dangling)", 550],
      ["var(--state-evicted)", 396],
      ["var(--state-dangling)", 450],
    ]);
  });

  it("draws no line through the words beside an exit", () => {
    const shapes = makeLaneScene(view);
    const words = shapes.flatMap((shape) =>
      shape.type === "text" && shape.text.startsWith("cleared") ? [[shape.x, shape.y]] : [],
    );
    expect(words).toEqual([[312, AXIS_HEIGHT + 10]]);
    const dotted = shapes.flatMap((shape) =>
      shape.type === "line" && shape.dash !== undefined ? [[Math.round(shape.x1), Math.round(shape.x2)]] : [],
    );
    expect(dotted).toEqual([
      [300, 309],
      [356, 600],
    ]);
  });

  it("says how blocks left once where lanes below one another say the same", () => {
    const gone = view.rows.flatMap((row) =>
      row.type === "lane" && row.lane.evictions.length > 0 ? [row] : [],
    );
    const [one] = gone;
    if (one === undefined) throw new Error("a lane that left");
    const said = (rows: typeof view.rows) =>
      makeLaneScene({ ...view, rows }).filter(
        (shape) => shape.type === "text" && shape.text.startsWith(one.lane.evictions[0]?.how ?? ""),
      ).length;
    expect(said([one])).toBe(1);
    expect(said([one, one, one])).toBe(1);
    const group = view.rows.find(({ type }) => type === "group");
    if (group !== undefined) expect(said([one, group, one])).toBe(2);
  });

  it("names a lane on a narrow screen by its hint, unless that is only a number", () => {
    const named = (hint: string) => {
      const rows = view.rows.flatMap((row) =>
        row.type === "lane" ? [{ ...row, lane: { ...row.lane, hint } }] : [],
      );
      return makeLaneScene({ ...view, rows }).flatMap((shape) =>
        shape.type === "text" && shape.x === 8 ? [shape.text] : [],
      );
    };
    expect(named("lib/a.py")).toContain("lib/a.py");
    expect(named("412")).toContain("get_order 412");
  });

  it.each([0, 10, 40, 100, 200])(
    "keeps words out of the circle where %i more turns make lanes narrow",
    (more) => {
      const shapes = makeLaneScene({
        ...view,
        width: 390,
        lastTurn: 4 + more,
        range: { from: 0, to: 4 + more },
      });
      const circles = shapes.flatMap((shape) =>
        shape.type === "path" && shape.fill !== undefined
          ? [[shape.x - 4, shape.x + 4, shape.y] as const]
          : [],
      );
      expect(circles).toHaveLength(1);
      for (const [left, right, y] of circles)
        for (const shape of shapes) {
          if (shape.type !== "text" || shape.y !== y || shape.align === "right") continue;
          expect(shape.x >= right || shape.x + shape.text.length * 5.9 <= left, shape.text).toBe(true);
        }
    },
  );

  it("shows a part of the turns without drawing over the labels", () => {
    expect(bars({ ...view, range: { from: 2, to: 3 } })).toEqual([
      [100, 349],
      [100, 599],
    ]);
  });

  it("draws as much for fifty thousand lanes as for fifty", () => {
    const many = Array.from({ length: 50_000 }, (_, i) => view.rows[i % 3]).flatMap((row) => row ?? []);
    const sizes = [0, 500_000, 999_800].map(
      (scrollTop) => makeLaneScene({ ...view, rows: many, scrollTop }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(120);
    expect(makeLaneScene({ ...view, rows: [] }).length).toBeGreaterThan(0);
  });

  it("knows which row is under a pointer", () => {
    expect(findRowAt(view, AXIS_HEIGHT - 1)).toBeUndefined();
    expect(findRowAt(view, AXIS_HEIGHT + 25)).toBe(view.rows[1]);
    expect(findRowAt({ ...view, scrollTop: 20 }, AXIS_HEIGHT + 25)).toBe(view.rows[2]);
  });
});

describe("losses of the cache among lanes", () => {
  const rows = listLaneRows(decodeLanes(columns), { ...NO_LANE_FILTERS, by: "none" }).rows;
  const lane = rows.findIndex(({ type }) => type === "lane");
  const row = rows[lane];
  const block = row?.type === "lane" ? row.lane.id : null;
  const view = {
    rows,
    range: { from: 0, to: 4 },
    lastTurn: 4,
    width: 610,
    height: 200,
    scrollTop: 0,
    rowHeight: 20,
    labelWidth: 100,
  };
  const drawn = (losses: LaneView["losses"]) =>
    makeLaneScene({ ...view, cursor: null, selected: null, losses }).filter(
      (shape) =>
        (shape.type === "line" && shape.stroke === "var(--kind-memory)") ||
        (shape.type === "rect" && shape.fill === "var(--kind-memory)"),
    );
  const loss = { turn: 2, label: "", read: 10, kept: 20, block, isExplained: true };

  it("stand at their turn, with a mark in the lane of their place", () => {
    const [line, mark] = drawn([loss]);
    expect(line).toMatchObject({ type: "line", x1: 300, x2: 300 });
    expect(mark).toMatchObject({ type: "rect", x: 298, y: AXIS_HEIGHT + lane * 20, height: 20 });
  });

  it("are dashed where nothing explains them, and have no mark where their block has no lane", () => {
    const [line, ...marks] = drawn([{ ...loss, block: "elsewhere", isExplained: false }]);
    expect(line).toMatchObject({ dash: [3, 2] });
    expect(marks).toEqual([]);
    expect(drawn([{ ...loss, turn: 9 }])).toEqual([]);
  });
});

describe("a list that is scrolled", () => {
  const lanes = decodeLanes(columns);
  const rows = listLaneRows(lanes, NO_LANE_FILTERS).rows;
  const at = (scrollTop: number): LaneView => ({
    rows,
    range: { from: 0, to: 4 },
    lastTurn: 4,
    width: 600,
    height: 100,
    scrollTop,
    rowHeight: 20,
    labelWidth: 200,
    cursor: null,
    selected: null,
    losses: [],
  });

  it("keeps the head of its group in sight, and takes presses there", () => {
    const first = rows[0];
    expect(first?.type).toBe("group");
    expect(findRowAt(at(25), AXIS_HEIGHT + 5)).toBe(first);
    expect(findRowAt(at(0), AXIS_HEIGHT + 25)).toBe(rows[1]);
  });
});

describe("pinned lanes", () => {
  it("stand on top once, also where a filter would hide them", () => {
    const { rows } = listLaneRows(decodeLanes(columns), {
      ...NO_LANE_FILTERS,
      q: "get_order",
      pins: ["goal"],
    });
    expect(rows.map((row) => (row.type === "lane" ? row.lane.id : row.label))).toEqual([
      "pinned here",
      "goal",
      "tool result",
      "r1",
    ]);
  });
});

describe("what is said of a lane in short", () => {
  const lanes = decodeLanes(columns);

  it("names why it left and what stayed in its place", () => {
    const [goal, order, file] = lanes;
    if (goal === undefined || order === undefined || file === undefined) throw new Error("three lanes");
    expect(order.evictions.map(describeExit)).toEqual(["cleared · placeholder stays · needed at turn 4"]);
    expect(file.evictions.map(describeExit)).toEqual([
      "compacted · nothing stays in its place · fetched again at turn 3, it said something else",
    ]);
    expect(makeLaneCard(goal, 4).life).toEqual(["turns 0 to 4: still there"]);
    expect(makeLaneCard(order, 4).life[0]).toBe(
      "turn 1: cleared · the harness gave no reason · placeholder stays · needed at turn 4",
    );
  });
});
