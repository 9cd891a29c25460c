import { describe, expect, it } from "vitest";
import type { CostInput } from "../answers";
import { buildCostModel } from "./cost-model";

const group = { blocks: 1, tokens: 10, cost: 1, costAfterLastUse: 0 };
const carried = (blockId: string, toolName: string | null, label: string | null) => ({
  ...{ blockId, toolName, label, toolCallId: null, source: "tool_result", tokens: 10, enteredTurn: 1 },
  ...{ lastUseTurn: 2, turns: 3, cost: 0.5, new: 0.1, carried: 0.3, rewritten: 0.1 },
  ...{ costAfterLastUse: 0.2, savedByClearing: 0.1 },
});
const part = { cost: 1, read: 1, written: 0, uncached: 0 };

const input = {
  currency: "USD",
  total: 2,
  withChildren: 2,
  calls: 2,
  callsTotal: 2,
  analysed: true,
  analysedAsOfTurn: 3,
  pending: null,
  stated: null,
  children: [],
  parts: {
    new: part,
    carried: part,
    rewritten: part,
    residual: part,
    output: part,
    side: { ...part, cost: 0 },
  },
  points: [{ from: 0, to: 1, new: 0.5, carried: 0.25, rewritten: 0, residual: 0, output: 0.25 }],
  breaks: [
    {
      ...{ turn: 3, kept: 0, read: 7, lost: 9, cost: 0.5, idleMs: 65_000, cause: "idle" },
      ...{ at: { tokens: 7, blockId: "b-1" }, edit: null, tools: null, standing: true },
    },
    {
      ...{ turn: 4, kept: 0, read: 7, lost: 9, cost: 0.25, idleMs: 65_000, cause: "unexplained" },
      ...{ at: { tokens: 7, blockId: "s-1", source: "compaction_summary", label: null } },
      ...{ edit: null, tools: null, standing: true },
    },
  ],
  carried: [
    carried("b-1", "Read", "/home/u/long/path/main.ts"),
    carried("b-2", "Bash", "npm run check && ls a/b"),
  ],
  bySource: [{ ...group, name: "tool_result", blocks: 40 }],
  byTool: [],
  byFile: [],
  floor: null,
  compactions: [],
  remedies: [],
} as unknown as CostInput;

const model = buildCostModel(input, "s");

describe("the bill of a session as a page", () => {
  it("names what it exports in the words of the screen, and the unit of each figure", () => {
    const losses = model.tables.find(({ id }) => id === "losses");
    expect(losses?.data.columns.map(({ label }) => label)).toContain("Paid again, USD");
    expect(losses?.data.columns.map(({ label }) => label)).toContain("Pause, ms");
    expect(losses?.data.rows[1]?.at(-1)).toBe("compaction summary");
    expect(losses?.data.rows[0]).toEqual([
      3,
      "idle for too long",
      7,
      9,
      0.5,
      65_000,
      "Read /home/u/long/path/main.ts",
    ]);
    expect(losses?.rows[0]?.cells.map(({ text }) => text)).toContain("idle for too long");
    expect(model.treeTable.rows[0]?.[0]).toBe("tool result");
  });

  it("says how many blocks a table leaves out, and names its rows in addresses", () => {
    const carriedTable = model.tables.find(({ id }) => id === "carried");
    expect(carriedTable?.note).toMatch(/^The 2 that cost most; 38 more cost less[.] /);
    expect(carriedTable?.rows.map(({ key }) => key)).toEqual(["b-1", "b-2"]);
  });

  it("shortens a path to its end, not a command, and leads each block of the picture to its page", () => {
    const [first, second, others] = model.tree[0]?.children ?? [];
    expect([first?.short, second?.short]).toEqual(["Read main.ts", "Bash npm run check && ls a/b"]);
    expect(first?.name).toMatch(/main[.]ts, turn \d+$/);
    expect(first?.href).toBe("/sessions/s/blocks/b-1");
    expect(others).toBeUndefined();
  });

  it("leaves out what nothing was paid for", () => {
    expect(model.parts.map(({ label }) => label)).toEqual([
      "New",
      "Carried",
      "Written again",
      "Not in the record",
      "Answers",
    ]);
  });

  it("names round turns, each at the bar that holds it", () => {
    const [point] = input.points ?? [];
    const bars = Array.from({ length: 252 }, (_, n) => ({ ...point, from: n * 2, to: n * 2 + 1 }));
    const { turnAxis } = buildCostModel({ ...input, points: bars } as CostInput, "s");
    expect(turnAxis.slice(0, 2)).toEqual([
      { bar: "0–1", label: "0" },
      { bar: "50–51", label: "50" },
    ]);
    expect(turnAxis.every(({ label }) => Number(label) % 50 === 0)).toBe(true);
  });
});
